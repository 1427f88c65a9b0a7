/** Mail providers of most visitors. */
const knownDomains: readonly string[] = [
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com',
  'me.com mac.com aol.com proton.me protonmail.com gmx.com gmx.de gmx.net web.de',
  't-online.de orange.fr free.fr hotmail.co.uk yahoo.co.uk btinternet.com mail.ru bk.ru',
  'inbox.ru list.ru yandex.ru yandex.com ya.ru rambler.ru',
].flatMap((line) => line.split(' '))

/** A shorter domain differs from another real domain in one letter: `me.com` and `we.com`. */
const minLength = 7

/**
 * Returns the address that was probably meant: `anna@gmail.com` for `anna@gmial.com`. Returns null
 * when the domain is known, or is not one typo away from a known domain.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || domain.length < minLength || knownDomains.includes(domain)) return null
  const meant = knownDomains.find((known) => known.length >= minLength && isOneTypo(domain, known))
  return meant === undefined ? null : email.slice(0, at + 1) + meant
}

/** A typo is a wrong, missing or extra letter, or two swapped neighbours. */
function isOneTypo(typed: string, word: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start += 1
  const [rest, wordRest] = [typed.slice(start), word.slice(start)]
  const isSwap = rest[0] === wordRest[1] && rest[1] === wordRest[0]
  return (
    rest.slice(1) === wordRest.slice(1) ||
    rest.slice(1) === wordRest ||
    rest === wordRest.slice(1) ||
    (isSwap && rest.slice(2) === wordRest.slice(2))
  )
}
