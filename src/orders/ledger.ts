import { storedDetail } from '../messages/alert-detail.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import { countUnproven } from '../api/webhook.ts'
import type { BackendContext, DataContext, ShopContext } from '../context.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import type { PaymentFact, BankQuestion } from '../payments/payment-provider.ts'
import { paymentWebhookPath } from '../api/links.ts'
import { logWebhookProblem, type WebhookProblem } from '../kit/webhooks.ts'
import { restoreOrders } from './archive.ts'
import { deliver } from './delivery.ts'
import { settleOrder } from './order-state.ts'
import { factMails } from './receipt-mail.ts'
import { refundMails } from './refund-mails.ts'
import { orderOf, orderOfFacts, matchEarlierFacts } from './attempts.ts'
import { storeCardCountry } from './vat-rates.ts'
import { prepare, runBatch, sql } from '../kit/sql.ts'

type LedgerContext = ShopContext &
  // Commands record no facts about old orders.
  Partial<Pick<BackendContext, 'uploads'>>

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
    await recordOrderFacts(context, provider, invoiceID, matched)
    await deliver(context, invoiceID)
  }
  await reportChangedFacts(context, provider, facts)
}

/**
 * Returns the fact's order, which it brings back from the archive. When no order matches, stores
 * the fact without one and returns null.
 */
async function matchOrder(
  context: LedgerContext,
  provider: string,
  fact: PaymentFact,
): Promise<string | null> {
  const { db, uploads } = context
  const order = await orderOf(db, provider, fact)
  if (order?.archive && uploads) await restoreOrders({ db, uploads }, sql`id = ${order.id}`)
  if (order) return order.id
  const isUnmatched = await insertUnmatched(context, provider, fact)
  return isUnmatched ? null : matchOrder(context, provider, fact)
}

async function recordOrderFacts(
  context: LedgerContext,
  provider: string,
  invoiceID: string,
  facts: readonly PaymentFact[],
): Promise<void> {
  const references = new Set(facts.map(({ reference }) => reference))
  await context.db.batch([
    ...facts.map((fact) => insertFact(context, provider, fact, invoiceID)),
    ...[...references].flatMap((reference) =>
      matchEarlierFacts(context, { provider, reference, invoiceID }),
    ),
    ...storeCardCountry(context, invoiceID, facts),
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
async function insertUnmatched(context: LedgerContext, provider: string, fact: PaymentFact) {
  const { db, now } = context
  const { kind, id, reference, amount } = fact
  const [, , matches] = await runBatch(db, [
    insertFact(context, provider, fact, null),
    raiseAlert(
      db,
      {
        kind: 'unmatched-fact',
        subject: `${provider} ${reference}`,
        detail: storedDetail({ code: 'fact', values: { kind, id, ...amount } }),
      },
      now,
    ),
    prepare(db)`SELECT 1 FROM payments WHERE provider = ${provider} AND reference = ${reference}
      UNION ALL ${orderOfFacts(provider, reference)}`,
  ])
  return matches.results.length === 0
}

/**
 * Statement that adds a fact to the ledger, unless the ledger has it. A fact with the key of a
 * refund belongs to this refund, even if an earlier report had no key.
 */
export function insertFact(
  { db, now }: LedgerContext,
  provider: string,
  fact: PaymentFact,
  invoiceID: string | null,
): D1PreparedStatement {
  return prepare(db)`INSERT INTO payment_facts
      (provider, kind, id, reference, order_id, amount_minor, currency, at, received_at,
        fee_minor, fee_currency, fee_received_at, refund_id)
    VALUES (${provider}, ${fact.kind}, ${fact.id}, ${fact.reference}, ${invoiceID},
      ${fact.amount.minor}, ${fact.amount.currency}, ${fact.at.toISOString()}, ${now},
      ${fact.fee?.minor ?? null}, ${fact.fee?.currency ?? null},
      iif(${fact.fee?.minor ?? null} IS NULL, NULL, ${now}),
      (SELECT id FROM refunds WHERE id = ${fact.refundKey ?? null} AND order_id = ${invoiceID}
        AND ${provider} = iif(origin = 'hand', ${manualProvider}, provider)))
    ON CONFLICT (provider, kind, id) DO UPDATE
    SET matched_at = iif(order_id IS NULL, excluded.received_at, matched_at),
      order_id = coalesce(order_id, excluded.order_id),
      refund_id = coalesce(excluded.refund_id, refund_id)
    WHERE order_id IS NULL
      OR coalesce(excluded.refund_id <> coalesce(refund_id, ''), FALSE)`
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
  { db, now }: DataContext,
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
