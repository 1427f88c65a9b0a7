/** Full scans that are allowed, because they do not grow with the catalogue. */
const allowed = [
  // 249 rows.
  /^SCAN countries$/,
  // Results of a subquery, whose own steps the plan lists too.
  /^SCAN (step|best|page|invoice_sums|\(subquery-\d+\)|CONSTANT ROW|SUBQUERY \d+)$/,
  // A short list that is a parameter.
  /^SCAN json_each VIRTUAL TABLE/,
  // A partial index of pending work, of which at most 20 rows are read.
  /^SCAN invoices USING (COVERING )?INDEX invoices_paid$/,
]

export function scansOf(plan: readonly string[]): string[] {
  return plan.filter((step) => step.startsWith('SCAN') && !allowed.some((each) => each.test(step)))
}
