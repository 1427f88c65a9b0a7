import { logEvent } from '../kit/log.ts'
import { storedDetail } from '../messages/alert-detail.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
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
import { settleInvoice } from './order-state.ts'
import { createFeeReader, recordFees } from './fees.ts'
import type { FeeOfFact, FeeReader } from './fees.ts'

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
          .map(async (payment) => reconcilePayment(context, { provider, readFees, payment })),
      )
      if (outcomes.includes('unknown')) break
    }
  }
}

async function reconcilePayment(
  context: ReconcileContext,
  {
    provider: { id, lookUp },
    readFees,
    payment,
  }: {
    readonly provider: PaymentProvider
    readonly readFees: FeeReader
    readonly payment: DuePayment
  },
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
    ...(isCorrected ? settleInvoice(context, payment.invoiceID) : []),
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
