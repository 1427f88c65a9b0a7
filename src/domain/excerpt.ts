/** Shortens a text to a number of characters, at the end of a word. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.slice(0, length)
  const end = start.lastIndexOf(' ')
  return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}…`
}
