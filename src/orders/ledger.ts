import { storedDetail } from '../messages/alert-detail.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import { countUnproven } from '../api/webhook.ts'
import { runBatch } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import type { PaymentFact, BankQuestion } from '../payments/payment-provider.ts'
import { paymentWebhookPath } from '../api/links.ts'
import { logWebhookProblem } from '../kit/webhooks.ts'
import type { WebhookProblem } from '../kit/webhooks.ts'
import { deliver } from './delivery.ts'
import { settleOrder } from './order-state.ts'
import { factMails } from './receipt-mail.ts'
import { refundMails } from './refund-mails.ts'
import { orderOf, orderOfFacts, matchEarlierFacts } from './attempts.ts'

type LedgerContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/**
 * Receives a webhook of a provider. Stores the facts before it answers, so that the provider
 * retries a webhook whose facts could not be stored.
 */
export async function receivePayment(
  context: BackendContext,
  providerID: string,
  request: Request,
): Promise<Response> {
  const provider = context.providers.find(({ id }) => id === providerID)
  if (!provider) return new Response(null, { status: 404 })
  const { facts, questions = [], problem, response } = await provider.receive(request)
  const path = paymentWebhookPath + providerID
  await countUnproven(context.db, path, problem, context.now)
  if (problem) await reportProblem(context, providerID, problem)
  await recordFacts(context, provider.id, facts)
  await reportQuestions(context, provider.id, questions)
  return response
}

/**
 * Logs a problem. A malformed body also raises an alert, because it may report money that is not in
 * the ledger.
 */
async function reportProblem(
  { db, now }: LedgerContext,
  provider: string,
  problem: WebhookProblem,
): Promise<void> {
  logWebhookProblem(paymentWebhookPath + provider, problem)
  if (problem.part === 'sender') return
  const alert = { kind: 'malformed-webhook', subject: provider, detail: problem.field } as const
  await raiseAlert(db, alert, now).run()
}

/** Opens and ends alerts about questions of banks. */
async function reportQuestions(
  { db, now }: LedgerContext,
  provider: string,
  questions: readonly BankQuestion[],
): Promise<void> {
  const kind = 'payment-warning'
  const statements = questions.map(({ id, invoiceID, isOpen, until, kind: warning }) => {
    const subject = `${provider} ${id}`
    if (!isOpen) return endAlert(db, kind, subject, now)
    const values = { kind: warning, until: until?.toISOString() ?? null }
    const detail = storedDetail({ code: 'warning', values })
    return raiseAlert(db, { kind, subject, detail, orderID: invoiceID }, now)
  })
  if (statements.length > 0) await db.batch(statements)
}

/**
 * Appends each fact to the ledger once, updates the orders and delivers paid lines. Facts may
 * arrive in any order, and repeatedly. Facts of one order are stored in one transaction, so a
 * charge that the same report refunds is never delivered. A fact that matches no order is stored
 * without an order.
 */
export async function recordFacts(
  context: LedgerContext,
  provider: string,
  facts: readonly PaymentFact[],
): Promise<void> {
  const factsByOrder = new Map<string, PaymentFact[]>()
  for (const fact of facts) {
    const invoiceID = await matchOrder(context, provider, fact)
    if (invoiceID !== null)
      factsByOrder.set(invoiceID, [...(factsByOrder.get(invoiceID) ?? []), fact])
  }
  for (const [invoiceID, matched] of factsByOrder) {
    await recordOrderFacts(context, { provider, invoiceID, facts: matched })
    await deliver(context, invoiceID)
  }
  await reportChangedFacts(context, provider, facts)
}

/**
 * Returns the fact's order. When no order matches, stores the fact without one and returns
 * null.
 */
async function matchOrder(
  context: LedgerContext,
  provider: string,
  fact: PaymentFact,
): Promise<string | null> {
  const invoiceID = await orderOf(context.db, provider, fact)
  if (invoiceID !== null) return invoiceID
  const isUnmatched = await insertUnmatched(context, provider, fact)
  return isUnmatched ? null : matchOrder(context, provider, fact)
}

async function recordOrderFacts(
  context: LedgerContext,
  {
    provider,
    invoiceID,
    facts,
  }: {
    readonly provider: string
    readonly invoiceID: string
    readonly facts: readonly PaymentFact[]
  },
): Promise<void> {
  const references = new Set(facts.map(({ reference }) => reference))
  await context.db.batch([
    ...facts.map((fact) => insertFact(context, { provider, fact, invoiceID })),
    ...[...references].flatMap((reference) =>
      matchEarlierFacts(context, { provider, reference, invoiceID }),
    ),
    ...settleOrder(context, invoiceID),
    ...(await factMails(context, invoiceID, { provider, facts })),
  ])
  if (!facts.some(({ kind }) => kind === 'charged')) return
  // A parallel webhook can have reported a refund since the emails were chosen.
  const mails = await refundMails(context, invoiceID)
  if (mails.length > 0) await context.db.batch([...mails])
}

/**
 * Stores a fact without an order. Returns false when a parallel call has recorded its payment, or
 * another fact of the payment.
 */
async function insertUnmatched(
  context: LedgerContext,
  provider: string,
  fact: PaymentFact,
): Promise<boolean> {
  const { db, now } = context
  const { kind, id, reference, amount } = fact
  const [, , matches] = await runBatch(db, [
    insertFact(context, { provider, fact, invoiceID: null }),
    raiseAlert(
      db,
      {
        kind: 'unmatched-fact',
        subject: `${provider} ${reference}`,
        detail: storedDetail({ code: 'fact', values: { kind, id, ...amount } }),
      },
      now,
    ),
    db
      .prepare(
        `SELECT 1 FROM payments WHERE provider = ?1 AND reference = ?2
        UNION ALL ${orderOfFacts}`,
      )
      .bind(provider, reference),
  ])
  return matches.results.length === 0
}

/**
 * Statement that adds a fact to the ledger, unless the ledger has it. A fact with the key of a
 * refund belongs to this refund, even if an earlier report had no key.
 */
export function insertFact(
  { db, now }: LedgerContext,
  {
    provider,
    fact,
    invoiceID,
  }: { readonly provider: string; readonly fact: PaymentFact; readonly invoiceID: string | null },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO payment_facts
        (provider, kind, id, reference, order_id, amount_minor, currency, at, received_at,
          fee_minor, fee_currency, fee_received_at, refund_id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, iif(?10 IS NULL, NULL, ?9),
        (SELECT id FROM refunds WHERE id = ?12 AND order_id = ?5
          AND ?1 = iif(origin = 'hand', '${manualProvider}', provider)))
      ON CONFLICT (provider, kind, id) DO UPDATE
      SET matched_at = iif(order_id IS NULL, excluded.received_at, matched_at),
        order_id = coalesce(order_id, excluded.order_id),
        refund_id = coalesce(excluded.refund_id, refund_id)
      WHERE order_id IS NULL
        OR coalesce(excluded.refund_id <> coalesce(refund_id, ''), FALSE)`,
    )
    .bind(
      provider,
      fact.kind,
      fact.id,
      fact.reference,
      invoiceID,
      fact.amount.minor,
      fact.amount.currency,
      fact.at.toISOString(),
      now.toISOString(),
      fact.fee?.minor ?? null,
      fact.fee?.currency ?? null,
      fact.refundKey ?? null,
    )
}

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
async function reportChangedFacts(
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
