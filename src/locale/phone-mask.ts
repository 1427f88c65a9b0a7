/** How many digits stand together, by what the number starts with; others in threes after the country's first two. */
const groupings: readonly (readonly [prefix: RegExp, groups: readonly number[]])[] = [
  [/^7/, [1, 3, 3, 2, 2]],
  [/^1/, [1, 3, 3, 4]],
  [/^/, [2, 3, 3, 3, 4]],
]

/** `+7 912 345 67 89`: digits in groups; a Russian 8 in front is a 7. Nothing is taken away but what is no digit. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 15)
  if (digits === '') return text.startsWith('+') ? '+' : ''
  const number = isRussian(text, digits) ? `7${digits.slice(1)}` : digits
  const [, groups = []] = groupings.find(([prefix]) => prefix.test(number)) ?? []
  const parts: string[] = []
  let at = 0
  for (const size of groups) {
    if (at >= number.length) break
    parts.push(number.slice(at, at + size))
    at += size
  }
  if (at < number.length) parts.push(number.slice(at))
  return `+${parts.join(' ')}`
}

/**
 * Whether the 8 in front is the one that Russians dial. While it is typed the mask has put a + before it: then only where a
 * mobile number follows, and no country begins so (84… is Vietnam).
 */
function isRussian(text: string, digits: string): boolean {
  return (
    /^8[79]\d{9}$/.test(digits) || (!text.trimStart().startsWith('+') && /^8\d{10}$/.test(digits))
  )
}
