/** Shows `anna@example.com` as `an•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const shown = Math.min(2, Math.max(0, at - 1))
  return `${email.slice(0, shown)}•••${email.slice(Math.max(at, 0))}`
}

/** Shows `+79123456789` as `+79•••••6789`. */
export function maskPhone(phone: string): string {
  const hidden = Math.max(0, phone.length - 7)
  return phone.slice(0, 3) + '•'.repeat(hidden) + phone.slice(3 + hidden)
}
