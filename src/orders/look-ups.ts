import type { DataContext } from '../context.ts'
import type { PaymentFact, PaymentProvider } from '../payments/payment-provider.ts'
import type { KnownFact } from './reconcile.ts'
import { dayMs, hourMs, minuteMs, timeAfter, timeBefore } from '../kit/time.shared.ts'
import type { FactDifference } from '../messages/alert-detail.ts'
import { prepare, raw, readRows } from '../kit/sql.ts'

export const differenceAlert = 'reconciliation-difference'

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
  { db, now }: DataContext,
  provider: string,
): Promise<readonly DuePayment[]> {
  const results = await readRows<DuePayment>(db)`SELECT attempt_id AS attemptID,
      order_id AS invoiceID, reference,
      started_at AS startedAt, failed_look_ups AS failures,
      EXISTS (SELECT 1 FROM alerts WHERE kind = '${raw(differenceAlert)}' AND ended_at IS NULL
        AND subject = provider || ' ' || reference) AS hasAlert
    FROM payments WHERE provider = ${provider} AND look_up_at <= ${now}
    ORDER BY started_at > ${youngSince(now).toISOString()} DESC, look_up_at LIMIT ${raw(batchSize)}`
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
  { db, now }: DataContext,
  { attemptID, startedAt }: DuePayment,
  facts: readonly Pick<PaymentFact, 'kind' | 'at'>[],
  failures: number,
): D1PreparedStatement {
  const state = { startedAt: new Date(startedAt), chargedAt: lastChargeOf(facts), failures }
  return prepare(db)`UPDATE payments SET look_up_at =
      ${nextLookUp(state, now)?.toISOString() ?? null}, failed_look_ups = ${failures},
      looked_up_at = CASE WHEN ${failures} = 0 THEN ${now} ELSE looked_up_at END
    WHERE attempt_id = ${attemptID}`
}

function lastChargeOf(facts: readonly Pick<PaymentFact, 'kind' | 'at'>[]): Date | null {
  const charges = facts.flatMap(({ kind, at }) => (kind === 'charged' ? at.getTime() : []))
  return charges.length === 0 ? null : new Date(Math.max(...charges))
}

const longestPause = 6 * hourMs

/** Payment pages close within a day, so later charges are rare. */
const unpaidIsOld = 2 * dayMs

/** The slowest payment methods report a charge within two weeks. */
const unpaidLifetime = 40 * dayMs
/** Card networks allow disputes for 120 days, and banks take weeks to decide them. */
const paidLifetime = 180 * dayMs

/** Returns the time since which started payments are young. Their customers are waiting. */
function youngSince(now: Date): Date {
  return timeBefore(now, hourMs)
}

type LookUpState = {
  readonly startedAt: Date
  /** The time of the last charge. Null without a charge. */
  readonly chargedAt: Date | null
  /** Failures since the last successful lookup. Each failure doubles the pause. */
  readonly failures: number
}

/** Returns the time of the first lookup, or null when the provider has no lookup API. */
export function firstLookUp({ canLookUp }: PaymentProvider, now: Date): Date | null {
  return canLookUp ? nextLookUp({ startedAt: now, chargedAt: null, failures: 0 }, now) : null
}

/** Returns the time of the next lookup, or null when the payment can no longer change. */
export function nextLookUp(
  { startedAt, chargedAt, failures }: LookUpState,
  now: Date,
): Date | null {
  const end = chargedAt ? timeAfter(chargedAt, paidLifetime) : timeAfter(startedAt, unpaidLifetime)
  if (now > end) return null
  const age = now.getTime() - startedAt.getTime()
  const pause = age < hourMs ? 5 * minuteMs : chargedAt || age < unpaidIsOld ? hourMs : dayMs
  return timeAfter(now, Math.max(pause, Math.min(pause * 2 ** failures, longestPause)))
}

export type LedgerFact = Pick<PaymentFact, 'kind' | 'id' | 'amount'>

/**
 * Returns facts in the ledger that the provider lacks or has with another amount. Declines are
 * ignored: they move no money, and providers drop them when the customer tries again. A dispute
 * that was won on appeal is no longer reported as lost.
 */
export function ledgerDifferences(
  ledger: readonly LedgerFact[],
  provider: readonly LedgerFact[],
): FactDifference[] {
  return ledger.flatMap(({ kind, id, amount }) => {
    const isWon = provider.some((fact) => fact.kind === 'dispute-won' && fact.id === id)
    if (kind === 'declined' || (kind === 'dispute-lost' && isWon)) return []
    const known = provider.find((fact) => fact.kind === kind && fact.id === id)?.amount
    const isEqual = known?.minor === amount.minor && known.currency === amount.currency
    return isEqual ? [] : [{ kind, id, ledger: amount, provider: known ?? null }]
  })
}
