/** Full scans that are allowed, because they do not grow with the catalogue. */
const allowed = [
  // 249 countries, and the regions of some.
  /^SCAN places$/,
  // One row per supplier.
  /^SCAN suppliers$/,
  // One row per payment provider, and per address of webhooks.
  /^SCAN (failures|w)$/,
  // Rows that staff write one by one.
  /^SCAN (price_rules|exchange_rates|p USING INDEX promo_codes_by_time)$/,
  // Results of a subquery. The plan also lists the steps of the subquery.
  /^SCAN (step|moved|fare|compared|found|plan|own|several|stop|useful|listed|best|page|low|rate|sold|due|followed|order_sums|rewarded|\(subquery-\d+\)|(\d+ )?CONSTANT ROWS?|0-ROW VALUES CLAUSE|SUBQUERY \d+)(_\d+)?( LEFT-JOIN)?$/,
  // A short list that is passed as a parameter.
  /^SCAN \w+( EXISTS)? VIRTUAL TABLE/,
  // Partial indexes of pending work.
  /^SCAN \w+ USING (COVERING )?INDEX (orders_paid|refunds_open|outbox_unsent|withdrawals_open|alerts_open|supplier_orders_held)$/,
]

/** Searches that read all facts, or all unmatched facts, of a payment provider. */
const factsOfProvider = /^SEARCH (payment_facts|f) .*\((order_id=\? AND )?provider=\?\)$/

export function scansOf(plan: readonly string[]): string[] {
  return plan.filter(
    (step) =>
      factsOfProvider.test(step) ||
      (step.startsWith('SCAN') && !allowed.some((each) => each.test(step))),
  )
}
