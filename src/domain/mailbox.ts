/** Domains of Gmail, which ignores dots in the part before @. */
const gmail = new Set(['gmail.com', 'googlemail.com'])
/**
 * Domains of Yandex. Each mailbox has an address in all of them, and a dot before @ means the same
 * as a hyphen.
 */
const yandex = new Set(['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua'])

/**
 * Returns the mailbox that an address reaches, for counting: `A.nna+trip@googlemail.com` is
 * `anna@gmail.com`. Never send mail to the result or store it as an account's address, because at
 * some providers `+` is an ordinary letter.
 */
export function canonicalMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [name = ''] = email.slice(0, Math.max(at, 0)).toLowerCase().split('+')
  if (gmail.has(domain)) return `${name.replaceAll('.', '')}@gmail.com`
  if (yandex.has(domain)) return `${name.replaceAll('-', '.')}@yandex.ru`
  return `${name}@${domain}`
}
