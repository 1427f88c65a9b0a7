/** Compares texts for a sort. The result is the same in every language. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
