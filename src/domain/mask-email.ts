/** Shows `anna@example.com` as `an•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const shown = Math.min(2, Math.max(0, at - 1))
  return `${email.slice(0, shown)}•••${email.slice(Math.max(at, 0))}`
}
