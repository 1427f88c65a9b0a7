import { readLine, readWord } from './typed.shared.ts'

/**
 * The addresses that the shop accepts. Zod's own pattern rejects top-level domains in other
 * scripts, such as `xn--p1ai` (.рф).
 */
export const emailPattern =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/

const parts = /^([^@]+@)([\p{L}\p{M}\p{N}.-]+)$/u

/**
 * Returns the address that a person typed or pasted: `anna@gmail.com` for
 * `Anna <mailto:anna@gmail.com>.`, without invisible characters and with its domain in ASCII.
 */
export function readAddress(text: string): string {
  const [, inBrackets = text] = /<([^<>@]*@[^<>]*)>/.exec(text) ?? []
  const [address = ''] = readLine(inBrackets)
    .replace(/^\W*mailto:/i, '')
    .split('?')
  const words = readWord(address).replaceAll(/\s+/g, ' ')
  return asciiAddress(words.replaceAll(/ ?([@.]) ?/g, '$1'))
}

/**
 * Returns an address with its domain in ASCII: `anna@xn--e1afmkfd.xn--p1ai` for `anna@пример.рф`.
 * Some browsers do this before they send a form. Other texts stay as they are.
 */
function asciiAddress(text: string): string {
  const [, name = '', domain = ''] = parts.exec(text) ?? []
  if (/^\p{ASCII}*$/u.test(domain)) return text
  try {
    return name + new URL(`http://${domain}`).host
  } catch {
    // Not a domain. The form rejects it with its own message.
    return text
  }
}

type MailService = {
  readonly domains: readonly string[]
  /** Characters that the service ignores before @. */
  readonly ignored?: RegExp
}

/**
 * Services whose mailboxes have several addresses, by the domain that stands for all of them. At
 * Yandex a dot before @ means the same as a hyphen.
 */
const services: { readonly [domain: string]: MailService } = {
  'gmail.com': { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  'yandex.ru': {
    domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua'],
  },
  // https://proton.me/support/creating-aliases
  'proton.me': {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    ignored: /[._-]/g,
  },
  // https://support.apple.com/en-us/102427
  'icloud.com': { domains: ['icloud.com', 'me.com', 'mac.com'] },
}

/**
 * Returns the mailbox that an address reaches, for counting: `A.nna+trip@googlemail.com` is
 * `anna@gmail.com`. Never send mail to the result or store it as an account's address, because at
 * some providers `+` is an ordinary letter.
 */
export function canonicalMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [name = ''] = email.slice(0, Math.max(at, 0)).toLowerCase().split('+')
  for (const [main, { domains, ignored = /(?!)/g }] of Object.entries(services))
    if (domains.includes(domain)) {
      const written = main === 'yandex.ru' ? name.replaceAll('-', '.') : name
      return `${written.replaceAll(ignored, '')}@${main}`
    }
  return `${name}@${domain}`
}

/**
 * Replaces the address of an erased person in columns that must have one. It has no @, so it is
 * never a real address.
 */
export const erased = 'erased'
