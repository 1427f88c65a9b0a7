/** Maximum terms of a compound SELECT in D1. */
const maxTerms = 5

export function union(selects: readonly string[]): string {
  if (selects.length <= maxTerms) return selects.join(' UNION ALL ')
  const size = Math.ceil(selects.length / maxTerms)
  const groups = Array.from({ length: Math.ceil(selects.length / size) }, (_, index) =>
    selects.slice(index * size, (index + 1) * size),
  )
  return groups.map((group) => `SELECT * FROM (${union(group)})`).join(' UNION ALL ')
}
