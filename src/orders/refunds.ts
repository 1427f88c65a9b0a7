import type { Currency } from '../kit/money.shared.ts'
import { logEvent } from '../kit/log.ts'
import { hourMs, isoBefore } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext, ShopContext } from '../context.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { orderSubject, type AlertCondition } from '../messages/alerts.ts'
import {
  limitLostTime,
  manualProvider,
  PaymentProviderError,
  voucherProvider,
} from '../payments/payment-provider.ts'
import { insertFact, recordFacts } from './ledger.ts'
import { settleOrder } from './order-state.ts'
import { keepVoucherOpen } from './vouchers.ts'
import { prepare, raw, readRows, sql, type Sql, type Query } from '../kit/sql.ts'

export type RefundRequest = {
  readonly invoiceID: string
  /** In the order's currency. */
  readonly amount: { readonly minor: number; readonly currency: Currency }
  /** Lines that the refund returns. They get neither an eSIM nor data, or their eSIM is blocked. */
  readonly positions: readonly number[]
  readonly origin: 'staff' | 'automatic' | 'hand' | 'customer'
  /** `undelivered`, `exchanged`, the reason of a customer, or a text by staff. */
  readonly reason: string
  /** `systemActor`, `customer`, or the name of a member of staff. */
  readonly actor: string
  /** The failed refund that this one replaces. Its payment is used first. */
  readonly retryOf?: RepeatableRefund | null
  /** The refund of the same lines that this one completes. If this one fails, its money is due. */
  readonly partOf?: RepeatableRefund
  /** The transfer that staff made by hand, without a payment provider. */
  readonly transfer?: { readonly reference: string; readonly at: Date } | null
  /** The version of the order that the refund requires. Actions require it themselves. */
  readonly version?: number | null
  /** Another condition of the refund. Nothing is stored when it is false. */
  readonly when?: Sql
}

export type RepeatableRefund = {
  readonly id: string
  readonly requestID: string
  readonly provider: string
  readonly reference: string
}

/** The money of a payment that the shop can still refund. */
export type RefundablePayment = {
  readonly provider: string
  readonly reference: string
  readonly minor: number
}

type SendingContext = ShopContext & Pick<BackendContext, 'providers'>

/**
 * Query for the charged payments of an order with the money that is left in them, newest first. The
 * voucher comes last.
 */
export function refundablePayments(db: D1Database, invoiceID: string): Query<RefundablePayment> {
  return prepare<RefundablePayment>(db)`SELECT provider, reference, minor FROM (
      SELECT f.provider, f.reference, max(f.at) FILTER (WHERE f.kind = 'charged') AS charged_at,
        sum(f.kept_minor) - (
          SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
          WHERE r.order_id = ${invoiceID} AND r.provider = f.provider AND r.reference = f.reference
            AND r.state IN ('requested', 'sent', 'succeeded')) AS minor
      FROM fact_money f JOIN orders i ON i.id = ${invoiceID} AND i.currency = f.currency
      WHERE f.order_id = ${invoiceID} AND f.kind IN ('charged', 'dispute-lost')
      GROUP BY f.provider, f.reference)
    WHERE minor > 0
    ORDER BY provider = ${voucherProvider}, charged_at DESC, provider, reference`
}

/**
 * Returns statements that store a refund, with a row for each payment that it takes. Returns null
 * when the payments contain less money. Send the refund afterwards, unless staff made it by hand.
 */
export async function refundStatements(
  context: ShopContext,
  request: RefundRequest,
): Promise<{ readonly ids: string[]; readonly statements: D1PreparedStatement[] } | null> {
  const { db } = context
  const { invoiceID, amount, retryOf, transfer } = request
  const { results: payments } = await refundablePayments(db, invoiceID).all<RefundablePayment>()
  const parts = split(amount.minor, inOrder(payments, request))
  if (parts === null) return null
  const fact = { kind: 'refunded', reference: transfer?.reference ?? '', invoiceID } as const
  const made = parts.flatMap(({ id, minor }) => {
    if (!transfer) return []
    const back = { ...fact, id, refundKey: id, amount: { ...amount, minor }, at: transfer.at }
    return [insertFact(context, manualProvider, back, invoiceID)]
  })
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
  return prepare(db)`UPDATE refunds SET state = 'cancelled' WHERE id = ${id} AND state = 'failed'`
}

/**
 * A repeated refund takes its own payment first. A refund by hand takes the oldest payments,
 * because providers refund newer ones.
 */
function inOrder(payments: readonly RefundablePayment[], { retryOf, transfer }: RefundRequest) {
  const isOfVoucher = ({ provider }: RefundablePayment) => Number(provider === voucherProvider)
  const sorted = transfer
    ? payments.toReversed().toSorted((one, other) => isOfVoucher(one) - isOfVoucher(other))
    : payments
  const isOwn = ({ provider, reference }: RefundablePayment) =>
    provider === retryOf?.provider && reference === retryOf.reference
  return [...sorted.filter(isOwn), ...sorted.filter((payment) => !isOwn(payment))]
}

type RefundPart = RefundablePayment & { readonly id: string }

/** Returns null when the payments contain less money, or the amount is 0. */
function split(
  amount: number,
  payments: readonly RefundablePayment[],
): readonly RefundPart[] | null {
  let rest = amount
  const parts = payments.flatMap((payment) => {
    const minor = Math.min(rest, payment.minor)
    rest -= minor
    return minor > 0 ? [{ ...payment, id: secretID(), minor }] : []
  })
  return rest > 0 || parts.length === 0 ? null : parts
}

/**
 * Stores all parts. Stores none of a refund with a version if the order has changed or was frozen
 * since its lines were read.
 */
function insertRefunds(
  { db, now }: ShopContext,
  request: RefundRequest,
  parts: readonly RefundPart[],
): D1PreparedStatement {
  const { invoiceID, amount, positions, origin, reason, actor, retryOf, partOf, transfer } = request
  return prepare(db)`INSERT INTO refunds (id, request_id, order_id, origin, state, provider,
      reference,
      amount_minor, currency, positions, transfer, reason, actor, requested_at, retry_of)
    SELECT part.value ->> 'id', ${(retryOf ?? partOf)?.requestID ?? secretID()}, ${invoiceID},
      ${origin}, iif(${origin} = 'hand', 'sent', 'requested'),
      part.value ->> 'provider', part.value ->> 'reference', part.value ->> 'minor',
        ${amount.currency}, ${JSON.stringify(positions)}, ${transfer?.reference ?? null},
      ${reason}, ${actor}, ${now}, ${retryOf?.id ?? null}
    FROM json_each(${JSON.stringify(parts)}) part JOIN orders i ON i.id = ${invoiceID}
    WHERE ${request.when ?? sql`true`} AND (${request.version ?? null} IS NULL
      OR i.frozen_at IS NULL AND ${request.version ?? null} = (
        SELECT version FROM order_versions WHERE order_id = ${invoiceID}))`
}

type OpenRefund = RefundablePayment & {
  readonly id: string
  readonly invoiceID: string
  readonly currency: Currency
}

const openColumns = `id, order_id AS invoiceID, provider, reference, amount_minor AS minor,
  currency`

/**
 * SQL: a customer gave an eSIM back, and its supplier has not confirmed the return. Until then the
 * customer could still install it.
 */
const awaitsReturn = sql`(origin = 'customer' AND EXISTS (SELECT 1 FROM esims e
  JOIN purchases o ON o.iccid = e.iccid AND o.kind = 'plan' AND o.status = 'done'
  WHERE e.order_id = refunds.order_id AND e.line_position = refunds.positions ->> '$[0]'))`

/**
 * Sends the open refunds of an order to their providers. After a crash or an unknown outcome the
 * scheduled job repeats the request with the same key.
 */
export async function sendRefundsOf(context: SendingContext, invoiceID: string): Promise<void> {
  const results = await readRows<OpenRefund>(context.db)`SELECT ${raw(openColumns)} FROM refunds
    WHERE order_id = ${invoiceID} AND state IN ('requested', 'sent') AND NOT ${awaitsReturn}
    ORDER BY requested_at, id`
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
  const results = await readRows<OpenRefund>(db)`SELECT ${raw(openColumns)} FROM refunds
    WHERE state = 'requested' AND NOT ${awaitsReturn}
      OR state = 'sent' AND provider IN (SELECT value
        FROM json_each(${JSON.stringify([voucherProvider, ...providers.map(({ id }) => id)])}))
    ORDER BY tried_at, requested_at LIMIT 20`
  for (const refund of results) await call(refund.provider, async () => sendRefund(context, refund))
}

/** Returns money to a voucher in one transaction, and asks the provider of other payments. */
async function sendRefund(context: SendingContext, refund: OpenRefund) {
  const { id, invoiceID, provider, reference, minor, currency } = refund
  if (provider !== voucherProvider) return requestRefund(context, refund)
  const amount = { minor, currency }
  const back = { kind: 'refunded', id, reference, invoiceID, amount, at: context.now } as const
  await keepVoucherOpen(context, reference).run()
  await recordFacts(context, provider, [{ ...back, refundKey: id }])
  return 'done'
}

/** A provider's answer is a report: it is recorded like a webhook. */
async function requestRefund(
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
    await failRefund(context, { id, invoiceID, problem, where: sql`state = 'requested'` })
    return 'refused'
  }
  const isOpen = sql`id = ${id} AND ${isOpenState}`
  const sent = prepare(db)`UPDATE refunds SET state = 'sent', tried_at = ${now} WHERE ${isOpen}`
  const { meta } = await sent.run()
  // It ended since it was listed: a call could return the money a second time.
  if (meta.changes === 0) return 'done'
  const setProblem = async (problem: string | null) =>
    prepare(db)`UPDATE refunds SET problem = ${problem} WHERE ${isOpen}`.run()
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

const isOpenState = sql`state IN ('requested', 'sent')`

type FailedRefund = Pick<OpenRefund, 'id' | 'invoiceID'> & {
  readonly problem: string
  /** SQL: the state that the refund still has. */
  readonly where: Sql
}

async function failRefund(
  context: SendingContext,
  { id, invoiceID, problem, where }: FailedRefund,
): Promise<void> {
  const { db, now } = context
  await db.batch([
    prepare(db)`UPDATE refunds SET state = 'failed', problem = ${problem}, ended_at = ${now}
      WHERE id = ${id} AND ${where}`,
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
    query: sql`SELECT ${orderSubject.sql('r.order_id')} AS subject, ${detail('sum(r.left_minor)')}
        AS detail, r.order_id
      FROM failed_refunds r WHERE r.left_minor > 0 GROUP BY +r.order_id
      UNION ALL
      SELECT ${orderSubject.sql('r.order_id')}, ${detail('sum(r.amount_minor)')}, r.order_id
      FROM refunds r WHERE r.state IN ('requested', 'sent') AND r.requested_at <= ${limit}
        AND (r.problem IS NOT NULL OR coalesce(r.tried_at, r.requested_at) <= ${limit})
      GROUP BY +r.order_id`,
  }
}
