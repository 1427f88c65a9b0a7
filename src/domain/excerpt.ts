/** Shortens a text to a number of characters, at the end of a word. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  // A cut may leave the first half of an emoji, which shows as �.
  const start = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
  const end = start.lastIndexOf(' ')
  return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}…`
}
