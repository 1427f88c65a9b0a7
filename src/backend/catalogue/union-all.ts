/** As many as D1 takes in one union. */
const atOnce = 5

/** The rows of all of them; beyond five a union of unions. */
export function union(selects: readonly string[]): string {
  if (selects.length <= atOnce) return selects.join(' UNION ALL ')
  const size = Math.ceil(selects.length / atOnce)
  const groups = Array.from({ length: Math.ceil(selects.length / size) }, (_, index) =>
    selects.slice(index * size, (index + 1) * size),
  )
  return groups.map((group) => `SELECT * FROM (${union(group)})`).join(' UNION ALL ')
}
