import type { BackendContext } from '../context.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import type { LedgerFact } from './ledger-differences.ts'
import type { KnownFact } from './read-fees.ts'
import { nextLookUp, youngSince } from './look-up-schedule.ts'

export const differenceAlert = 'reconciliation-difference'

type LookUpContext = Pick<BackendContext, 'db' | 'now'>

export type DuePayment = {
  readonly attemptID: string
  readonly invoiceID: string
  readonly reference: string
  readonly startedAt: string
  /** Failures since the last successful lookup. */
  readonly failures: number
  /** 1 while the alert about differences of this payment is open. */
  readonly hasAlert: number
}

type StoredFact = LedgerFact & KnownFact
type LedgerFactRow = Pick<PaymentFact, 'kind' | 'id'> & {
  readonly minor: number
  readonly currency: string
  readonly at: string
  readonly hasFee: number
}

/** Lookups per provider and run. A lookup takes up to five of the 1,000 requests of a run. */
const batchSize = 50

/** Returns due payments of a provider: young payments first, then the longest overdue. */
export async function duePayments(
  { db, now }: LookUpContext,
  provider: string,
): Promise<readonly DuePayment[]> {
  const { results } = await db
    .prepare(
      `SELECT attempt_id AS attemptID, invoice_id AS invoiceID, reference,
        started_at AS startedAt, failed_look_ups AS failures,
        EXISTS (SELECT 1 FROM alerts WHERE kind = '${differenceAlert}' AND ended_at IS NULL
          AND subject = provider || ' ' || reference) AS hasAlert
      FROM payments WHERE provider = ? AND look_up_at <= ?
      ORDER BY started_at > ? DESC, look_up_at LIMIT ${batchSize}`,
    )
    .bind(provider, now.toISOString(), youngSince(now).toISOString())
    .all<DuePayment>()
  return results
}

/** Returns the facts of a payment in the ledger, without those of other payments of its order. */
export async function ledgerFacts(
  db: D1Database,
  provider: string,
  reference: string,
): Promise<StoredFact[]> {
  const { results } = await db
    .prepare(
      // Without the name of the index, SQLite would read all facts of the provider.
      `SELECT kind, id, amount_minor AS minor, currency, at,
        fee_minor IS NOT NULL AS hasFee
      FROM payment_facts INDEXED BY payment_facts_by_reference
      WHERE provider = ? AND reference = ?`,
    )
    .bind(provider, reference)
    .all<LedgerFactRow>()
  return results.map(({ kind, id, minor, currency, at, hasFee }) => ({
    kind,
    id,
    amount: { minor, currency },
    at: new Date(at),
    hasFee: hasFee === 1,
  }))
}

/** Records the number of failures (0 after a success) and schedules the next lookup. */
export function planLookUp(
  { db, now }: LookUpContext,
  { attemptID, startedAt }: DuePayment,
  facts: readonly Pick<PaymentFact, 'kind' | 'at'>[],
  failures: number,
): D1PreparedStatement {
  const state = { startedAt: new Date(startedAt), chargedAt: lastChargeOf(facts), failures }
  return db
    .prepare(
      `UPDATE payments SET look_up_at = ?1, failed_look_ups = ?2,
        looked_up_at = CASE WHEN ?2 = 0 THEN ?3 ELSE looked_up_at END
      WHERE attempt_id = ?4`,
    )
    .bind(nextLookUp(state, now)?.toISOString() ?? null, failures, now.toISOString(), attemptID)
}

function lastChargeOf(facts: readonly Pick<PaymentFact, 'kind' | 'at'>[]): Date | null {
  const charges = facts.flatMap(({ kind, at }) => (kind === 'charged' ? at.getTime() : []))
  return charges.length === 0 ? null : new Date(Math.max(...charges))
}
