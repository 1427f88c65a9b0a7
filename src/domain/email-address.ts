/**
 * The addresses that the shop accepts. Zod's own pattern rejects top-level domains in other
 * scripts, such as `xn--p1ai` (.рф).
 */
export const emailPattern =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/

const parts = /^([^@]+@)([\p{L}\p{M}\p{N}.-]+)$/u

/**
 * Returns an address with its domain in ASCII: `anna@xn--e1afmkfd.xn--p1ai` for `anna@пример.рф`.
 * Some browsers do this before they send a form. Other texts stay as they are.
 */
export function asciiAddress(text: string): string {
  const [, name, domain] = parts.exec(text) ?? []
  if (name === undefined || domain === undefined || /^\p{ASCII}*$/u.test(domain)) return text
  try {
    return name + new URL(`http://${domain}`).host
  } catch {
    // Not a domain. The form rejects it with its own message.
    return text
  }
}
