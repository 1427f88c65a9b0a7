/** Full scans that are allowed, because they do not grow with the catalogue. */
const allowed = [
  // 249 rows.
  /^SCAN countries$/,
  // One row per supplier.
  /^SCAN (suppliers|catalogue_syncs)$/,
  // Rows that staff write one by one.
  /^SCAN (price_rules|exchange_rates)$/,
  // A foreign key of `stock`: skipped at run time unless a key is violated already.
  /^SCAN usage_reports$/,
  // Results of a subquery, whose own steps the plan lists too.
  /^SCAN (step|fare|plan|unlimited|listed|cut|best|page|rate|invoice_sums|\(subquery-\d+\)|CONSTANT ROW|SUBQUERY \d+)( LEFT-JOIN)?$/,
  // A short list that is a parameter.
  /^SCAN \w+ VIRTUAL TABLE/,
  // Partial indexes of pending work.
  /^SCAN \w+ USING (COVERING )?INDEX (invoices_paid|refunds_open|outbox_unsent|withdrawals_open|alerts_open|supplier_orders_held)$/,
]

export function scansOf(plan: readonly string[]): string[] {
  return plan.filter((step) => step.startsWith('SCAN') && !allowed.some((each) => each.test(step)))
}
