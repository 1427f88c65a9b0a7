import { sumOf, type Currency, type Money } from '../kit/money.shared.ts'
import { z } from 'zod'
import type { CreditNote, OrderStatus } from './operations.ts'
import { erased } from '../kit/email.shared.ts'
import { formatReceiptNumber } from '../kit/receipt-number.ts'
import type { Locale } from '../words/locales.shared.ts'
import { readJsonColumn } from '../kit/db.ts'
import type { DataContext } from '../context.ts'
import { creditNotesSql, toCreditNotes, type CreditNoteRow } from './read-credit-notes.ts'
import { isRefunding, scheduledFor, lineColumns, lineJoins, lineName } from './lines.ts'
import type { NamedLineRow } from './lines.ts'
import { isUnassigned } from './order-state.ts'
import { type RepeatableRefund, refundablePayments } from './refunds.ts'
import { prepare, raw, runBatch, sql } from '../kit/sql.ts'

/** An order in the back office, with the version that the next action must send. */
export type OrderForOffice = {
  readonly invoiceID: string
  readonly version: number
  readonly status: OrderStatus
  readonly email: string
  /** The language of the order. */
  readonly lang: Locale
  readonly amount: Money
  /** The refundable amount: charges less refunds, pending refunds and lost disputes. */
  readonly unrefunded: Money
  /** 1 while a bank decides about a charge. */
  readonly hasOpenDispute: number
  /** 1 if the shop may deliver its waiting lines. */
  readonly isDeliverable: number
  /** Null unless the order is frozen. */
  readonly frozenAt: string | null
  readonly promocode: string | null
  /** The voucher that pays a part of the price, or all of it. */
  readonly voucherID: string | null
  readonly voucherMinor: number
  readonly referralCode: string | null
  /** The partner whose link has the referral code, or null. */
  readonly referrerID: string | null
  /** The phone that the buyer checked: the id of a phone model, or `eid`. */
  readonly phoneModel: string | null
  /** The evidence for VAT by country. Null: unknown, or VAT does not depend on the country. */
  readonly cardCountry: string | null
  readonly networkCountry: string | null
  /** The UTM parameters of the link that the buyer came through, or null. */
  readonly campaign: string | null
  readonly createdAt: string
  readonly paidAt: string | null
  /** Null before the payment. */
  readonly receiptNumber: string | null
  /** The documents that correct the receipt, oldest first. */
  readonly creditNotes: readonly CreditNote[]
  /** The next delivery date (UTC). Null if any waiting line is due. */
  readonly scheduledFor: string | null
  /** 1 while the refund of the whole order is on its way. */
  readonly isRefunding: number
  /** 1 if its eSIMs and messages are in a file of the archive. An action brings them back. */
  readonly isArchived: number
  readonly lines: readonly LineForOffice[]
  /** Refunds that failed, with the amount and the lines that are left. */
  readonly failedRefunds: readonly RefundForOffice[]
  /** Refunds by hand that staff recorded and have not reverted, each with all its payments. */
  readonly handRefunds: readonly RefundForOffice[]
  /** Refunds that a provider reported, and that staff have not assigned. */
  readonly unassignedRefunds: readonly RefundForOffice[]
  readonly heldOrders: readonly HeldOrder[]
}

export type RefundForOffice = RepeatableRefund & {
  readonly requestedAt: string
  readonly endedAt: string | null
  readonly amount: Money
  /** The lines that it returns. */
  readonly positions: readonly number[]
  /** The reference of a transfer by hand. Null for other refunds. */
  readonly transfer: string | null
}

/** A supplier order that waits for a staff decision. */
export type HeldOrder = {
  readonly key: string
  readonly supplier: string
  readonly planCode: string
  readonly orderedAt: string
}

export type LineForOffice = {
  readonly position: number
  readonly tariffID: string
  readonly title: string
  readonly amount: Money
  /** Null when the line is for the buyer. */
  readonly recipient: string | null
  /** The buyer or recipient was erased, so the shop cannot email the eSIM. */
  readonly isErased: boolean
  /** The first date (UTC) of delivery. */
  readonly deliverOn: string | null
  /** A returned line is not delivered, or its eSIM is blocked. */
  readonly isReturned: boolean
  /** Whether its refund is on its way. */
  readonly isRefunding: boolean
  /** The position of the line that replaced this line, or null. */
  readonly replacedBy: number | null
  /** Null before delivery. */
  readonly iccid: string | null
  readonly firstUsedAt: string | null
  readonly dataUsedMb: number
  /** True if the stored usage or supplier state shows use. */
  readonly isUsed: boolean
}

type StaffOrderRow = Omit<
  OrderForOffice,
  | 'amount'
  | 'receiptNumber'
  | 'creditNotes'
  | 'unrefunded'
  | 'lines'
  | 'failedRefunds'
  | 'handRefunds'
  | 'unassignedRefunds'
  | 'heldOrders'
> & {
  amountMinor: number
  currency: Currency
  receiptPrefix: string | null
  receiptSerial: number | null
  vatHundredths: number | null
}
type StaffLineRow = NamedLineRow & {
  plan_id: string
  position: number
  amount_minor: number
  recipient: string | null
  deliver_on: string | null
  is_returned: number
  is_refunding: number
  iccid: string | null
  first_used_at: string | null
  data_used_mb: number | null
  supplier_state: string | null
  replaced_by: number | null
}

/** Returns an order with the names of its plans in `locale`, or null for an unknown id. */
export async function orderForOffice(
  { db, now }: DataContext,
  invoiceID: string,
  locale: Locale,
): Promise<OrderForOffice | null> {
  const [orders, lines, held, creditNotes, payments, refunds] = await runBatch(db, [
    prepare<StaffOrderRow>(db)`${orderSql(invoiceID, now)}`,
    prepare<StaffLineRow>(db)`${linesSql(invoiceID, locale)}`,
    prepare<HeldOrder>(db)`SELECT key, supplier, plan_code AS planCode, created_at AS orderedAt
      FROM purchases WHERE order_id = ${invoiceID} AND status = 'held' ORDER BY line_position`,
    prepare<CreditNoteRow>(db)`${creditNotesSql(invoiceID)}`,
    refundablePayments(db, invoiceID),
    prepare<RefundRow>(db)`${refundsSql(invoiceID)}`,
  ])
  const [order] = orders.results
  if (!order) return null
  const { amountMinor, currency, receiptPrefix: prefix, receiptSerial: number, ...others } = order
  const { vatHundredths, ...rest } = others
  return {
    ...rest,
    amount: { minor: amountMinor, currency },
    receiptNumber: formatReceiptNumber({ prefix, number }),
    creditNotes: toCreditNotes(creditNotes.results, {
      amount_minor: amountMinor,
      currency,
      vat_hundredths: vatHundredths,
    }),
    lines: lines.results.map((line) => toLine(line, order, locale)),
    heldOrders: held.results,
    unrefunded: { minor: sumOf(payments.results), currency },
    failedRefunds: toRefunds(refunds.results, 'failed', currency),
    handRefunds: toRefunds(refunds.results, 'hand', currency),
    unassignedRefunds: toRefunds(refunds.results, 'unassigned', currency),
  }
}

const orderSql = (
  invoiceID: string,
  now: Date,
) => sql`SELECT i.id AS invoiceID, v.version, i.status, i.email, i.lang,
    i.amount_minor AS amountMinor, i.currency, i.frozen_at AS frozenAt, i.promocode,
    i.voucher_id AS voucherID, i.voucher_minor AS voucherMinor,
    i.referral_code AS referralCode,
    (SELECT r.id FROM partners r WHERE r.code = i.referral_code) AS referrerID,
    (SELECT group_concat(value, ' · ') FROM json_each(i.utm) WHERE value <> '') AS campaign,
    i.phone_model AS phoneModel, i.created_at AS createdAt, i.paid_at AS paidAt,
    i.receipt_prefix AS receiptPrefix, i.receipt_number AS receiptSerial,
    i.vat_hundredths AS vatHundredths, i.card_country AS cardCountry,
    i.network_country AS networkCountry,
    ${raw(scheduledFor(now))} AS scheduledFor, ${raw(isRefunding)} AS isRefunding,
    i.archive IS NOT NULL AS isArchived,
    s.open_disputes > 0 AS hasOpenDispute, s.is_deliverable AS isDeliverable
  FROM orders i JOIN order_versions v ON v.order_id = ${invoiceID}
  JOIN order_states s ON s.order_id = ${invoiceID} WHERE i.id = ${invoiceID}`

type RefundRow = Omit<RefundForOffice, 'amount' | 'positions'> & {
  readonly kind: 'failed' | 'hand' | 'unassigned'
  readonly minor: number
  readonly positions: string
}

const refundColumns = sql`r.id, r.request_id AS requestID, r.provider, r.reference,
  r.requested_at AS requestedAt, r.ended_at AS endedAt, r.transfer`

const refundsSql = (
  invoiceID: string,
) => sql`SELECT 'failed' AS kind, ${refundColumns}, r.left_minor AS minor,
    r.open_positions AS positions
  FROM failed_refunds r WHERE r.order_id = ${invoiceID} AND r.left_minor > 0
  UNION ALL
  SELECT iif(r.origin = 'hand', 'hand', 'unassigned'), ${refundColumns}, sum(r.amount_minor),
    r.positions
  FROM refunds r WHERE r.order_id = ${invoiceID}
    AND (r.origin = 'hand' AND r.state = 'succeeded' OR ${isUnassigned})
  GROUP BY r.request_id, r.origin, r.transfer, r.requested_at
  ORDER BY requestedAt, id`

export const lineNumbers = z.array(z.int())

function toRefunds(rows: readonly RefundRow[], kind: RefundRow['kind'], currency: Currency) {
  return rows
    .filter((row) => row.kind === kind)
    .map(({ minor, positions, ...row }) => ({
      ...row,
      amount: { minor, currency },
      positions: readJsonColumn('refunds.positions', lineNumbers, positions),
    }))
}

const linesSql = (invoiceID: string, locale: Locale) =>
  sql`SELECT ${raw(lineColumns(locale))}, l.plan_id, l.position, l.amount_minor, l.recipient,
      l.deliver_on, l.is_returned, l.is_refunding, k.iccid, e.first_used_at,
      e.data_used_mb, e.supplier_state, l.replaced_by
    FROM line_states l ${raw(lineJoins)}
    LEFT JOIN esims e ON e.order_id = l.order_id AND e.line_position = l.position
    LEFT JOIN stock k ON l.is_delivered AND k.order_id = l.order_id
      AND k.line_position = l.position
    WHERE l.order_id = ${invoiceID} ORDER BY l.position`

function toLine(row: StaffLineRow, { currency, email }: StaffOrderRow, locale: Locale) {
  return {
    position: row.position,
    tariffID: row.plan_id,
    title: lineName(locale, row),
    amount: { minor: row.amount_minor, currency },
    recipient: row.recipient,
    isErased: (row.recipient ?? email) === erased,
    deliverOn: row.deliver_on,
    isReturned: row.is_returned === 1,
    isRefunding: row.is_refunding === 1,
    replacedBy: row.replaced_by,
    iccid: row.iccid,
    firstUsedAt: row.first_used_at,
    dataUsedMb: row.data_used_mb ?? 0,
    isUsed: isUsed(row),
  }
}

function isUsed({ first_used_at, data_used_mb, supplier_state }: StaffLineRow): boolean {
  return (
    first_used_at !== null ||
    (data_used_mb ?? 0) > 0 ||
    // An installed profile may connect at any moment.
    !['not-installed', 'not-active', null].includes(supplier_state)
  )
}
