import { storedDetail } from '../alerts/alert-detail.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

/** A stored fact that differs from the reported fact with this index. */
type ChangedRow = {
  readonly index: number
  readonly minor: number
  readonly currency: string
  readonly reference: string
}

/**
 * Selects the stored facts of a provider (?1) that differ from its report (?2, JSON). Without
 * CROSS, SQLite reads all facts of the provider.
 */
export const changedFacts = `SELECT report.key AS "index", f.amount_minor AS minor, f.currency,
    f.reference
  FROM json_each(?2) report CROSS JOIN payment_facts f ON f.provider = ?1
    AND f.kind = report.value ->> 'kind' AND f.id = report.value ->> 'id'
  WHERE f.kind <> 'declined' AND (f.reference <> report.value ->> 'reference'
    OR f.amount_minor <> report.value ->> '$.amount.minor'
    OR f.currency <> report.value ->> '$.amount.currency')`

/**
 * Raises an alert about reported facts whose ids the ledger has with another amount or payment,
 * because it stores only the first report. Declines move no money.
 */
export async function reportChangedFacts(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  provider: string,
  facts: readonly PaymentFact[],
): Promise<void> {
  if (facts.length === 0) return
  const { results } = await db
    .prepare(changedFacts)
    .bind(provider, JSON.stringify(facts))
    .all<ChangedRow>()
  const alerts = results.flatMap((stored) => {
    const fact = facts[stored.index]
    return fact ? [raiseAlert(db, alertOf(provider, fact, stored), now)] : []
  })
  if (alerts.length > 0) await db.batch(alerts)
}

function alertOf(provider: string, fact: PaymentFact, stored: ChangedRow) {
  const { kind, id, reference, amount } = fact
  const { minor, currency } = stored
  const ledger = stored.reference === reference ? { minor, currency } : null
  const facts = [{ kind, id, ledger, provider: amount }]
  return {
    kind: 'reconciliation-difference',
    subject: `${provider} ${reference}`,
    detail: storedDetail({ code: 'fact-differences', values: { facts } }),
  } as const
}
