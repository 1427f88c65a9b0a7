/**
 * Splits a text into the sentences that fit into a number of characters, at least the first
 * sentence, and the rest.
 */
export function leadSentences(text: string, length: number): { lead: string; rest: string } {
  const [first = '', ...others] = text.split(/(?<=[.!?])\s+/u)
  let lead = first
  while (others[0] !== undefined && lead.length + 1 + others[0].length <= length)
    lead += ` ${others.shift()}`
  return { lead, rest: others.join(' ') }
}
