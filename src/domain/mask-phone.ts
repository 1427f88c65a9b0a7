/** Shows `+79123456789` as `+79•••••6789`. */
export function maskPhone(phone: string): string {
  const hidden = Math.max(0, phone.length - 7)
  return phone.slice(0, 3) + '•'.repeat(hidden) + phone.slice(3 + hidden)
}
