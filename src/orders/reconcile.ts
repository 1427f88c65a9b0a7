import { logEvent } from '../kit/log.ts'
import { storedDetail } from '../messages/alert-detail.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import type { BackendContext, DataContext } from '../context.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { PaymentFact, PaymentProvider } from '../payments/payment-provider.ts'
import {
  ledgerDifferences,
  differenceAlert,
  duePayments,
  ledgerFacts,
  planLookUp,
} from './look-ups.ts'
import type { LedgerFact, DuePayment } from './look-ups.ts'
import { recordFacts } from './ledger.ts'
import { settleOrder } from './order-state.ts'
import { dayMs, timeBefore } from '../kit/time.shared.ts'
import { prepare } from '../kit/sql.ts'

type ReconcileContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>

type LookUp = {
  readonly provider: string
  readonly facts: readonly PaymentFact[]
  /** Facts that the ledger already has. */
  readonly ledger: readonly LedgerFact[]
  /** Fees that the provider does not report with its facts. */
  readonly fees: readonly FeeOfFact[]
}

/** Parallel lookups. A worker has six connections. */
const parallel = 5
/** Consecutive failures before an alert. */
const failuresToAlert = 4

/**
 * Looks up due payments. Records facts whose webhook did not arrive, and raises an alert when the
 * provider does not report a fact in the ledger. Skips an unreachable provider until the next run.
 */
export async function reconcilePayments(context: ReconcileContext): Promise<void> {
  for (const provider of context.providers.filter(({ canLookUp }) => canLookUp)) {
    const due = await duePayments(context, provider.id)
    const readFees = createFeeReader(provider)
    for (let start = 0; start < due.length; start += parallel) {
      const outcomes = await Promise.all(
        due
          .slice(start, start + parallel)
          .map(async (payment) => reconcilePayment(context, provider, readFees, payment)),
      )
      if (outcomes.includes('unknown')) break
    }
  }
}

async function reconcilePayment(
  context: ReconcileContext,
  { id, lookUp }: PaymentProvider,
  readFees: FeeReader,
  payment: DuePayment,
): Promise<'done' | PaymentProviderError['outcome']> {
  const ledger = await ledgerFacts(context.db, id, payment.reference)
  try {
    const facts = await lookUp(payment.reference)
    const missing = facts.filter((fact) => !ledger.some((known) => isSameFact(known, fact)))
    await recordFacts(context, id, missing)
    const known = [
      ...ledger,
      ...missing.map((fact) => ({ ...fact, hasFee: fact.fee !== undefined })),
    ]
    const fees = await readFees(known, context.now)
    await recordLookUp(context, payment, { provider: id, facts, ledger, fees })
    return 'done'
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    logEvent({ event: 'payment-not-looked-up', provider: id, error: error.message })
    const failures = payment.failures + 1
    const plan = planLookUp(context, payment, ledger, failures)
    await context.db.batch([plan, ...failureAlert(context, id, payment, failures)])
    return error.outcome
  }
}

/**
 * Raises or ends the alert about differences, and schedules the next lookup. At the end of an alert
 * the operator may have corrected the ledger, so the order is computed from its facts again.
 */
async function recordLookUp(
  context: ReconcileContext,
  payment: DuePayment,
  { provider, facts, ledger, fees }: LookUp,
): Promise<void> {
  const { db, now } = context
  const subject = `${provider} ${payment.reference}`
  const differences = ledgerDifferences(ledger, facts)
  const detail = storedDetail({ code: 'fact-differences', values: { facts: differences } })
  const alert = { kind: differenceAlert, subject, detail } as const
  const isCorrected = differences.length === 0 && payment.hasAlert === 1
  await db.batch([
    ...(isCorrected ? settleOrder(context, payment.invoiceID) : []),
    differences.length === 0
      ? endAlert(db, differenceAlert, subject, now)
      : raiseAlert(db, alert, now),
    endAlert(db, differenceAlert, provider, now),
    planLookUp(context, payment, facts, 0),
    ...recordFees(context, provider, [...facts, ...fees]),
  ])
}

function failureAlert(
  { db, now }: ReconcileContext,
  provider: string,
  { reference }: DuePayment,
  failures: number,
): D1PreparedStatement[] {
  const alert = {
    kind: differenceAlert,
    subject: provider,
    detail: `${reference}: ×${failures}`,
  } as const
  return failures < failuresToAlert ? [] : [raiseAlert(db, alert, now)]
}

function isSameFact(a: LedgerFact, b: LedgerFact): boolean {
  return a.kind === b.kind && a.id === b.id
}

export type KnownFact = Pick<PaymentFact, 'kind' | 'id' | 'at'> & { readonly hasFee: boolean }
type FeeOfFact = Pick<PaymentFact, 'kind' | 'id' | 'fee'>
type FeeReader = (facts: readonly KnownFact[], now: Date) => Promise<readonly FeeOfFact[]>

/** The shop requests an unknown fee with each lookup for this long, so that a month is complete. */
const feeLifetime = 35 * dayMs

/**
 * Returns a function that requests the unknown fees of charges from a provider whose facts do not
 * contain them. A failed request does not fail the lookup: the fee stays unknown until the next
 * one. After a failure that does not concern the charge alone, the function requests no more fees,
 * so create it for each run.
 */
export function createFeeReader({
  id,
  readFee,
}: Pick<PaymentProvider, 'id' | 'readFee'>): FeeReader {
  let isFailing = false
  return async (facts, now) => {
    if (!readFee) return []
    const fees: FeeOfFact[] = []
    for (const charge of facts.filter((fact) => needsFee(fact, now))) {
      if (isFailing) break
      try {
        const fee = await readFee(charge.id)
        if (fee !== null) fees.push({ kind: charge.kind, id: charge.id, fee })
      } catch (error) {
        if (!(error instanceof PaymentProviderError)) throw error
        isFailing ||= concernsAllCharges(error)
        logEvent({ event: 'fee-not-read', provider: id, error: error.message })
      }
    }
    return fees
  }
}

function concernsAllCharges({ outcome, isTemporary, isUnreadable }: PaymentProviderError): boolean {
  return isTemporary || (outcome === 'unknown' && !isUnreadable)
}

function needsFee({ kind, hasFee, at }: KnownFact, now: Date): boolean {
  return kind === 'charged' && !hasFee && at > timeBefore(now, feeLifetime)
}

/** Statements that add the fees of facts to the ledger, unless it has them. */
export function recordFees(
  { db, now }: DataContext,
  provider: string,
  facts: readonly FeeOfFact[],
): readonly D1PreparedStatement[] {
  return facts.flatMap(({ kind, id, fee }) =>
    fee === undefined
      ? []
      : prepare(db)`UPDATE payment_facts SET fee_minor = ${fee.minor},
            fee_currency = ${fee.currency}, fee_received_at = ${now}
          WHERE provider = ${provider} AND kind = ${kind} AND id = ${id} AND fee_minor IS NULL`,
  )
}
