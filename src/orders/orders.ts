import { isMoneyBack, type Order, type PlacedLine } from './operations.ts'
import { maskEmail } from '../kit/masks.shared.ts'
import { formatReceiptNumber } from '../kit/receipt-number.ts'
import { ok } from '../kit/result.shared.ts'
import { hourMs, isoBefore, dayOf } from '../kit/time.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { canSell } from '../plans/can-sell.ts'
import type { BackendContext, DataContext, OperationRequest } from '../context.ts'
import { notFound, type OperationResult } from '../api/operation-result.ts'
import { deliver } from './delivery.ts'
import {
  isChargedInOtherCurrency,
  isSoldOut,
  lineColumns,
  lineJoins,
  waitingSince,
} from './lines.ts'
import type { NamedLineRow } from './lines.ts'
import { creditNotesSql, toCreditNotes } from './read-credit-notes.ts'
import type { CreditNoteRow, CreditedOrder } from './read-credit-notes.ts'
import { toPlan } from '../plans/plan-rows.ts'
import { prepare, raw, runBatch } from '../kit/sql.ts'

/** In milliseconds. The page of a paid order reloads every three seconds. */
const continuationPause = 5000

type OrderRead = { readonly invoiceID: string; readonly lang: Locale }

/** Returns an order. Continues the delivery of a paid order that still lacks an eSIM. */
export async function orderByID(
  context: BackendContext,
  query: OrderRead,
  { continueOrders }: OperationRequest,
): Promise<OperationResult<{ data: Order }>> {
  const order = await readOrder(context, query)
  if (!order) return notFound(context)
  const isClaimed = order.status === 'paid' && (await claimContinuation(context, query.invoiceID))
  if (!isClaimed) return ok({ data: order })
  await deliver(context, query.invoiceID)
  continueOrders()
  const delivered = await readOrder(context, query)
  return delivered ? ok({ data: delivered }) : notFound(context)
}

/**
 * Returns whether this request may continue the delivery of a paid order. Anyone who knows the
 * order's id can repeat the request, so one request in five seconds continues the order. The
 * scheduled job also continues it.
 */
async function claimContinuation({ db, now }: DataContext, invoiceID: string): Promise<boolean> {
  const { meta } = await prepare(db)`UPDATE orders SET continued_at = ${now} WHERE id = ${invoiceID}
      AND status = 'paid'
    AND frozen_at IS NULL AND (continued_at IS NULL
      OR continued_at <= ${isoBefore(now, continuationPause)})`.run()
  return meta.changes > 0
}

async function readOrder(context: BackendContext, { invoiceID, lang }: OrderRead) {
  const { db } = context
  const [orders, lines, creditNotes] = await runBatch(db, [
    prepare<StoredOrder>(db)`SELECT i.id AS invoiceID, i.status, i.email, i.amount_minor,
        i.currency, i.created_at AS createdAt, i.paid_at AS paidAt, i.vat_hundredths, i.receipt_prefix, i.receipt_number,
        iif(i.frozen_at IS NULL, ${raw(waitingSince)}, NULL) AS waiting_since,
        i.promocode, i.voucher_minor, coalesce(u.reduction_minor, 0) AS reduction_minor,
        s.back_minor AS refunded_minor, s.lost_minor, s.overcharged_minor,
        i.address_corrected_at,
        (i.frozen_at IS NOT NULL AND i.paid_at IS NOT NULL) OR ${raw(isChargedInOtherCurrency)}
          AS is_frozen
      FROM orders i JOIN order_states s ON s.order_id = ${invoiceID}
      LEFT JOIN promo_uses u ON u.order_id = i.id WHERE i.id = ${invoiceID}`,
    prepare<OrderLineRow>(db)`SELECT ${raw(lineColumns(lang, canSell('t.id')))}, l.amount_minor,
        e.esim_hash, l.is_delivered, l.is_returned, l.is_refunding, t.is_listed, l.recipient,
        l.deliver_on, ${raw(isSoldOut)} AS is_sold_out
      FROM line_states l ${raw(lineJoins)}
      LEFT JOIN esims e ON e.order_id = l.order_id AND e.line_position = l.position
      WHERE l.order_id = ${invoiceID} AND l.replaced_by IS NULL ORDER BY l.position`,
    prepare<CreditNoteRow>(db)`${creditNotesSql(invoiceID)}`,
  ])
  const [row] = orders.results
  if (!row) return null
  const order = toOrder(context, row, lines.results)
  return { ...order, creditNotes: toCreditNotes(creditNotes.results, row) }
}

function toOrder(
  context: BackendContext,
  row: StoredOrder,
  rows: readonly OrderLineRow[],
): Omit<Order, 'creditNotes'> {
  const { invoiceID, status, promocode, createdAt, paidAt, currency } = row
  const lines = rows.map((line) => toLine(line, row, context))
  const [first] = lines
  if (!first) throw new Error('An invoice has no lines')
  return {
    invoiceID,
    status,
    promocode,
    createdAt,
    paidAt,
    amount: { minor: row.amount_minor, currency },
    byVoucher: { minor: row.voucher_minor, currency },
    reduction: { minor: row.reduction_minor, currency },
    email: row.address_corrected_at === null ? row.email : maskEmail(row.email),
    tariff: first.tariff,
    hash: first.hash,
    lines,
    refunded: { minor: row.refunded_minor, currency },
    lost: { minor: row.lost_minor, currency },
    overcharged: { minor: row.overcharged_minor, currency },
    refundBy: refundTime(
      context,
      row,
      rows.filter((_, index) => lines[index]?.status === 'waiting'),
    ),
    isFrozen: row.is_frozen === 1,
    canOrderAgain: rows.every(({ is_listed: isListed }) => isListed === 1),
    vatPercent: row.vat_hundredths === null ? null : row.vat_hundredths / 100,
    receiptNumber: formatReceiptNumber({ prefix: row.receipt_prefix, number: row.receipt_number }),
  }
}

/** Returns the time of the automatic refund of sold-out lines, or null if there will be none. */
function refundTime(
  { config, now }: BackendContext,
  { status, waiting_since: since }: StoredOrder,
  waiting: readonly OrderLineRow[],
): string | null {
  const soldOut = waiting.filter((line) => line.is_sold_out === 1)
  if (status !== 'paid' || since === null || soldOut.length === 0) return null
  const times = soldOut.map(({ deliver_on: day }) =>
    Math.max(Date.parse(since), Date.parse(day ?? since)),
  )
  const refundAt = Math.min(...times) + config.AUTO_REFUND_HOURS * hourMs
  // After this time the provider has refused the refund, and the operator decides.
  return refundAt > now.getTime() ? new Date(refundAt).toISOString() : null
}

type StoredOrder = CreditedOrder &
  Pick<Order, 'invoiceID' | 'status' | 'email' | 'promocode' | 'createdAt' | 'paidAt'> & {
    reduction_minor: number
    voucher_minor: number
    receipt_prefix: string | null
    receipt_number: number | null
    /** Null when the order is not paid, or is frozen. */
    waiting_since: string | null
    refunded_minor: number
    lost_minor: number
    overcharged_minor: number
    address_corrected_at: string | null
    is_frozen: number
  }
type OrderLineRow = NamedLineRow & {
  amount_minor: number
  esim_hash: string | null
  is_delivered: number
  is_returned: number
  is_refunding: number
  is_listed: number
  is_sold_out: number
  recipient: string | null
  deliver_on: string | null
}

/** Returns a line as the buyer sees it. The buyer of a gift does not see its eSIM. */
function toLine(
  row: OrderLineRow,
  { status, currency, address_corrected_at: correctedAt }: StoredOrder,
  { words, now }: Pick<BackendContext, 'words' | 'now'>,
): PlacedLine {
  const { recipient, deliver_on: deliverOn } = row
  const isRefunded = isMoneyBack(status) || row.is_returned === 1
  const hash = row.esim_hash ?? (row.is_delivered === 1 ? row.top_up_hash : null)
  // The owner of the earlier address has the order's link too.
  const isCorrected = correctedAt !== null
  return {
    tariff: toPlan(row, words),
    amount: { minor: row.amount_minor, currency },
    status: isRefunded ? 'refunded' : stateOf(row, now),
    isRefunding: row.is_refunding === 1,
    recipient: recipient !== null && isCorrected ? maskEmail(recipient) : recipient,
    deliverOn,
    hash: isCorrected || recipient !== null ? null : hash,
    topUp:
      row.top_up_days === null
        ? null
        : {
            hash: isCorrected ? null : row.top_up_hash,
            trafficMb: row.top_up_mb,
            validityDays: row.top_up_days,
          },
  }
}

function stateOf(
  { is_delivered: isDelivered, deliver_on: deliverOn }: OrderLineRow,
  now: Date,
): PlacedLine['status'] {
  if (isDelivered === 1) return 'issued'
  return deliverOn !== null && deliverOn > dayOf(now) ? 'scheduled' : 'waiting'
}
