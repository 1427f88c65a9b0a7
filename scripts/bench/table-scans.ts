/** What a query may read from end to end, and why that does not grow with the catalogue. */
const allowed = [
  // The world's countries: 249.
  /^SCAN countries$/,
  // Results of a query inside the query, which the plan lists by itself.
  /^SCAN (step|best|page|\(subquery-\d+\)|CONSTANT ROW|SUBQUERY \d+)$/,
  // Partial indexes of what still has to be done, read from their start and 20 rows at most.
  /^SCAN invoices USING (COVERING )?INDEX invoices_paid$/,
]

/** Steps of a query's plan (EXPLAIN QUERY PLAN) that read a whole table or index. */
export function scansOf(plan: readonly string[]): string[] {
  return plan.filter((step) => step.startsWith('SCAN') && !allowed.some((each) => each.test(step)))
}
