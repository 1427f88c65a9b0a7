import type { Currency } from '../kit/money.shared.ts'
import { logEvent } from '../kit/log.ts'
import { hourMs, isoBefore } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { prepareQuery } from '../kit/db.ts'
import type { Query } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { orderSubject } from '../messages/alerts.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import {
  limitLostTime,
  manualProvider,
  PaymentProviderError,
} from '../payments/payment-provider.ts'
import { insertFact, recordFacts } from './ledger.ts'
import { settleOrder } from './order-state.ts'

export type RefundRequest = {
  readonly invoiceID: string
  /** In the order's currency. */
  readonly amount: { readonly minor: number; readonly currency: Currency }
  /** Lines that the refund returns. They get neither an eSIM nor data, or their eSIM is blocked. */
  readonly positions: readonly number[]
  readonly origin: 'staff' | 'automatic' | 'hand'
  /** `undelivered`, `exchanged`, or a text by staff. */
  readonly reason: string
  /** `systemActor`, or the name of a member of staff. */
  readonly actor: string
  /** The failed refund that this one replaces. Its payment is used first. */
  readonly retryOf?: RepeatableRefund | null
  /** The refund of the same lines that this one completes. If this one fails, its money is due. */
  readonly partOf?: RepeatableRefund
  /** The transfer that staff made by hand, without a payment provider. */
  readonly transfer?: { readonly reference: string; readonly at: Date } | null
  /** The version of the order that an automatic refund requires. Actions require it themselves. */
  readonly version?: number | null
}

export type RepeatableRefund = {
  readonly id: string
  readonly requestID: string
  readonly provider: string
  readonly reference: string
}

/** The money of a payment that the shop can still refund. */
export type HeldPayment = {
  readonly provider: string
  readonly reference: string
  readonly minor: number
}

type RefundContext = Pick<BackendContext, 'db' | 'config' | 'now'>
type SendingContext = RefundContext & Pick<BackendContext, 'providers'>

/** Query for the charged payments of an order with the money that is left in them, newest first. */
export function heldPayments(db: D1Database, invoiceID: string): Query<HeldPayment> {
  return prepareQuery<HeldPayment>(
    db,
    `SELECT provider, reference, minor FROM (
      SELECT f.provider, f.reference, max(f.at) FILTER (WHERE f.kind = 'charged') AS charged_at,
        sum(f.held_minor) - (
          SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
          WHERE r.order_id = ?1 AND r.provider = f.provider AND r.reference = f.reference
            AND r.state IN ('requested', 'sent', 'succeeded')) AS minor
      FROM fact_money f JOIN orders i ON i.id = ?1 AND i.currency = f.currency
      WHERE f.order_id = ?1 AND f.kind IN ('charged', 'dispute-lost')
      GROUP BY f.provider, f.reference)
    WHERE minor > 0 ORDER BY charged_at DESC, provider, reference`,
    invoiceID,
  )
}

/**
 * Returns statements that store a refund, with a row for each payment that it takes. Returns null
 * when the payments contain less money. Send the refund afterwards, unless staff made it by hand.
 */
export async function refundStatements(
  context: RefundContext,
  request: RefundRequest,
): Promise<{ readonly ids: string[]; readonly statements: D1PreparedStatement[] } | null> {
  const { db } = context
  const { invoiceID, amount, retryOf, transfer } = request
  const { results: payments } = await heldPayments(db, invoiceID).all<HeldPayment>()
  const parts = split(amount.minor, inOrder(payments, request))
  if (parts === null) return null
  const fact = { kind: 'refunded', reference: transfer?.reference ?? '', invoiceID } as const
  const made = parts.flatMap(({ id, minor }) =>
    transfer
      ? insertFact(context, {
          provider: manualProvider,
          fact: { ...fact, id, refundKey: id, amount: { ...amount, minor }, at: transfer.at },
          invoiceID,
        })
      : [],
  )
  return {
    ids: parts.map(({ id }) => id),
    statements: [
      insertRefunds(context, request, parts),
      ...(retryOf ? [cancelFailed(db, retryOf.id)] : []),
      ...made,
      ...settleOrder(context, invoiceID),
    ],
  }
}

/** Statement that ends a failed refund, because it was repeated, made in another way or given up. */
export function cancelFailed(db: D1Database, id: string): D1PreparedStatement {
  const sql = `UPDATE refunds SET state = 'cancelled' WHERE id = ? AND state = 'failed'`
  return db.prepare(sql).bind(id)
}

/**
 * A repeated refund takes its own payment first. A refund by hand takes the oldest payments,
 * because providers refund newer ones.
 */
function inOrder(
  payments: readonly HeldPayment[],
  { retryOf, transfer }: RefundRequest,
): HeldPayment[] {
  const sorted = transfer ? payments.toReversed() : payments
  const isOwn = ({ provider, reference }: HeldPayment) =>
    provider === retryOf?.provider && reference === retryOf.reference
  return [...sorted.filter(isOwn), ...sorted.filter((payment) => !isOwn(payment))]
}

type RefundPart = HeldPayment & { readonly id: string }

/** Returns null when the payments contain less money, or the amount is 0. */
function split(amount: number, payments: readonly HeldPayment[]): readonly RefundPart[] | null {
  let rest = amount
  const parts = payments.flatMap((payment) => {
    const minor = Math.min(rest, payment.minor)
    rest -= minor
    return minor > 0 ? [{ ...payment, id: secretID(), minor }] : []
  })
  return rest > 0 || parts.length === 0 ? null : parts
}

/**
 * Stores all parts. Stores none of an automatic refund if the order has changed or was frozen since
 * its lines were read.
 */
function insertRefunds(
  { db, now }: RefundContext,
  request: RefundRequest,
  parts: readonly RefundPart[],
): D1PreparedStatement {
  const { invoiceID, amount, positions, origin, reason, actor, retryOf, partOf, transfer } = request
  return db
    .prepare(
      `INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference,
        amount_minor, currency, positions, transfer, reason, actor, requested_at, retry_of)
      SELECT part.value ->> 'id', ?2, ?1, ?3, iif(?3 = 'hand', 'sent', 'requested'),
        part.value ->> 'provider', part.value ->> 'reference', part.value ->> 'minor', ?4, ?5, ?6,
        ?7, ?8, ?9, ?10
      FROM json_each(?11) part JOIN orders i ON i.id = ?1
      WHERE ?12 IS NULL OR i.frozen_at IS NULL
        AND ?12 = (SELECT version FROM order_versions WHERE order_id = ?1)`,
    )
    .bind(
      invoiceID,
      (retryOf ?? partOf)?.requestID ?? secretID(),
      origin,
      amount.currency,
      JSON.stringify(positions),
      transfer?.reference ?? null,
      reason,
      actor,
      now.toISOString(),
      retryOf?.id ?? null,
      JSON.stringify(parts),
      request.version ?? null,
    )
}

type OpenRefund = HeldPayment & {
  readonly id: string
  readonly invoiceID: string
  readonly currency: Currency
}

const openColumns = `id, order_id AS invoiceID, provider, reference, amount_minor AS minor,
  currency`

/**
 * Sends the open refunds of an order to their providers. After a crash or an unknown outcome the
 * scheduled job repeats the request with the same key.
 */
export async function sendRefundsOf(context: SendingContext, invoiceID: string): Promise<void> {
  const { results } = await context.db
    .prepare(
      `SELECT ${openColumns} FROM refunds
      WHERE order_id = ? AND state IN ('requested', 'sent') ORDER BY requested_at, id`,
    )
    .bind(invoiceID)
    .all<OpenRefund>()
  for (const refund of results) await sendRefund(context, refund)
}

/**
 * Sends up to 20 open refunds, the least recently tried first. Skips a provider that does not
 * answer until the next run.
 */
export async function sendOpenRefunds(
  context: SendingContext & { readonly clock?: () => Date },
): Promise<void> {
  const { db, now, providers, clock = () => now } = context
  const call = limitLostTime(clock)
  const { results } = await db
    .prepare(
      `SELECT ${openColumns} FROM refunds
      WHERE state = 'requested'
        OR state = 'sent' AND provider IN (SELECT value FROM json_each(?))
      ORDER BY tried_at, requested_at LIMIT 20`,
    )
    .bind(JSON.stringify(providers.map(({ id }) => id)))
    .all<OpenRefund>()
  for (const refund of results) await call(refund.provider, async () => sendRefund(context, refund))
}

/** A provider's answer is a report: it is recorded like a webhook. */
async function sendRefund(
  context: SendingContext,
  { id, invoiceID, provider: providerID, reference, minor, currency }: OpenRefund,
): Promise<'done' | PaymentProviderError['outcome']> {
  const { db, now, providers } = context
  // The order's id opens its page, so the log has its number.
  const named = { invoice: orderSubject.of(invoiceID), provider: providerID, refund: id }
  const provider = providers.find((each) => each.id === providerID)
  if (!provider) {
    logEvent({ event: 'refund-without-provider', ...named })
    // A refund that was sent may have been made.
    const problem = `${providerID} is not in PAYMENT_PROVIDERS`
    await failRefund(context, { id, invoiceID, problem, where: `state = 'requested'` })
    return 'refused'
  }
  const isOpen = `id = ?1 AND ${isOpenState}`
  const sent = `UPDATE refunds SET state = 'sent', tried_at = ?2 WHERE ${isOpen}`
  const { meta } = await db.prepare(sent).bind(id, now.toISOString()).run()
  // It ended since it was listed: a call could return the money a second time.
  if (meta.changes === 0) return 'done'
  const setProblem = async (problem: string | null) =>
    db.prepare(`UPDATE refunds SET problem = ?2 WHERE ${isOpen}`).bind(id, problem).run()
  try {
    const fact = await provider.refund(reference, { minor, currency }, id)
    if (fact === null) await setProblem(null)
    else await recordFacts(context, providerID, [{ ...fact, refundKey: id }])
    return 'done'
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    const { outcome, isTemporary, message } = error
    logEvent({ event: 'refund-failed', ...named, outcome, error: message })
    if (outcome === 'unknown' || isTemporary) await setProblem(message)
    else await failRefund(context, { id, invoiceID, problem: message, where: isOpenState })
    return outcome
  }
}

const isOpenState = `state IN ('requested', 'sent')`

type FailedRefund = Pick<OpenRefund, 'id' | 'invoiceID'> & {
  readonly problem: string
  /** SQL: the state that the refund still has. */
  readonly where: string
}

async function failRefund(
  context: SendingContext,
  { id, invoiceID, problem, where }: FailedRefund,
): Promise<void> {
  const { db, now } = context
  const failed = `UPDATE refunds SET state = 'failed', problem = ?2, ended_at = ?3
    WHERE id = ?1 AND ${where}`
  await db.batch([
    db.prepare(failed).bind(id, problem, now.toISOString()),
    ...settleOrder(context, invoiceID),
  ])
}

/** The scheduled job repeats an open refund every few minutes. */
const alertAfter = hourMs

const detail = (minor: string) =>
  storedDetailSql('refund', {
    minor,
    currency: 'r.currency',
    provider: 'r.provider',
    problem: 'max(r.problem)',
  })

/**
 * Finds orders whose refunds failed, or have not succeeded for an hour. The signs make SQLite search
 * these refunds instead of reading all of them in the order of their orders.
 */
export function failedRefunds(now: Date): AlertCondition {
  const limit = isoBefore(now, alertAfter)
  return {
    kind: 'refund-refused',
    sql: `SELECT ${orderSubject.sql('r.order_id')} AS subject, ${detail('sum(r.left_minor)')}
        AS detail, r.order_id
      FROM failed_refunds r WHERE r.left_minor > 0 GROUP BY +r.order_id
      UNION ALL
      SELECT ${orderSubject.sql('r.order_id')}, ${detail('sum(r.amount_minor)')}, r.order_id
      FROM refunds r WHERE r.state IN ('requested', 'sent') AND r.requested_at <= ?
        AND (r.problem IS NOT NULL OR coalesce(r.tried_at, r.requested_at) <= ?)
      GROUP BY +r.order_id`,
    params: [limit, limit],
  }
}
