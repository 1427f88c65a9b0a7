import { nextCharge, type ChargeRule } from '../payments/charge-limits.ts'
import { voucherProvider } from '../payments/payment-provider.ts'
import type { BackendContext, DataContext } from '../context.ts'
import { refuseFields, type OperationResult } from '../api/operation-result.ts'
import { hmac, sha256Hex } from '../kit/crypto.ts'
import { holdTime } from '../kit/limits.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { dayMs, isoBefore, timeAfter } from '../kit/time.shared.ts'
import { isUnpaid } from './lines.ts'
import { prepare, raw, readRow, sql, type Sql } from '../kit/sql.ts'

/** 32 letters and digits, without those that look like others. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 16 characters are 80 bits. */
const codeLength = 16
const codePattern = /^[2-9A-HJ-NP-Z]{16}$/

/** What people type for the characters of a code. */
const lookAlikes: { readonly [typed: string]: string } = { 0: 'Q', O: 'Q', 1: 'L', I: 'L' }

/**
 * Returns the characters of a typed code, or null if it cannot be one. Spaces, dashes and the case
 * do not matter.
 */
export function canonicalVoucher(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll(/[01IO]/g, (character) => lookAlikes[character] ?? character)
  return codePattern.test(code) ? code : null
}

/** Returns the code of a voucher, in groups of four: `7KQ2-M9XA-…`. */
export async function voucherCode(
  { CODE_PEPPER: pepper }: Pick<BackendContext['config'], 'CODE_PEPPER'>,
  id: string,
): Promise<string> {
  const digest = await hmac(pepper, `voucher ${id}`)
  // Each character takes five of the eight bits of a byte.
  const characters = Array.from({ length: codeLength }, (_, index) => {
    const byte = Number.parseInt(digest.slice(2 * index, 2 * index + 2), 16)
    return alphabet.charAt(byte % alphabet.length)
  })
  return characters.join('').replaceAll(/.{4}(?!$)/g, '$&-')
}

/** Returns the hash by which a code is found. A code has 80 random bits. */
export async function hashOfCode(code: string): Promise<string> {
  return sha256Hex(`voucher ${code.replaceAll('-', '')}`)
}

/** A voucher that can pay for an order. */
export type Voucher = {
  readonly id: string
  /** Minor units that no order has paid with or reserved. */
  readonly left: number
  readonly currency: Currency
}

/** SQL: the money of a row of `voucher_states` that no order has taken. */
const leftOf = sql`(v.amount_minor - v.paid_minor - v.reserved_minor)`

type VoucherRow = Voucher & { readonly problem: 'used' | 'expired' | 'reserved' | null }

/**
 * Returns the voucher with a typed code, or null if there is none: the text may be a promo code.
 * Refuses a voucher that cannot pay now.
 */
export async function findVoucher(
  { db, now, words }: BackendContext,
  typed: string,
): Promise<OperationResult<Voucher | null>> {
  const code = canonicalVoucher(typed)
  if (code === null) return ok(null)
  const voucher = await readRow<VoucherRow>(db)`SELECT id, currency, ${leftOf} AS "left",
      CASE WHEN withdrawn_at IS NOT NULL THEN 'used' WHEN expires_at <= ${now} THEN 'expired'
        WHEN paid_minor >= amount_minor THEN 'used' WHEN ${leftOf} <= 0 THEN 'reserved' END AS problem
    FROM voucher_states v WHERE code_hash = ${await hashOfCode(code)}`
  return voucher?.problem ? refuseVoucher(words, voucher.problem) : ok(voucher)
}

/** Refuses the typed code of a voucher, with the reason beside its field. */
export function refuseVoucher(
  words: BackendContext['words'],
  problem: 'used' | 'expired' | 'reserved' | 'other-currency',
) {
  return refuseFields('invalid-input', { promocode: [words(`voucher.${problem}`)] })
}

/**
 * Returns the part of a price that a voucher pays, in minor units. A provider must be able to charge
 * the rest, so the voucher pays less if the rest would be too small.
 */
export function paidPart({ left, currency }: Voucher, price: Money, charges: ChargeRule): number {
  if (currency !== price.currency) return 0
  const rest = Math.max(0, price.minor - left)
  const charge = rest === 0 ? 0 : (nextCharge(charges, { minor: rest, currency }) ?? rest)
  return Math.max(0, price.minor - charge)
}

/** The voucher of an order, and the part that it pays. */
export type VoucherUse = { readonly id: string; readonly minor: number }

/**
 * SQL: a voucher can pay a part of a new order. It belongs to the statement that inserts the order,
 * so that concurrent orders cannot both reserve the same money.
 */
export function canReserve({ id, minor }: VoucherUse, now: Date): Sql {
  return sql`EXISTS (SELECT 1 FROM voucher_states v WHERE v.id = ${id} AND v.withdrawn_at IS NULL
    AND (v.expires_at IS NULL OR v.expires_at > ${now}) AND ${leftOf} >= ${minor})`
}

/**
 * Statement that takes the money of an order's voucher once, when the rest of the price was charged.
 * An order that is paid late takes it too, unless the voucher has been withdrawn, or used for
 * others, or money of the order goes back: then too little was charged for the order.
 */
export function chargeVoucher({ db, now }: DataContext, invoiceID: string): D1PreparedStatement {
  const kept = sql`(SELECT coalesce(sum(f.kept_minor), 0) FROM fact_money f
    WHERE f.order_id = i.id AND f.currency = i.currency AND f.provider <> ${voucherProvider})`
  const reserved = sql`iif(i.${raw(isUnpaid)}, i.voucher_minor, 0)`
  return prepare(db)`INSERT INTO payment_facts (provider, kind, id, reference, order_id,
      amount_minor, currency, fee_minor, fee_currency, fee_received_at, at, received_at)
    SELECT ${voucherProvider}, 'charged', i.id, v.id, i.id,
      i.voucher_minor, i.currency, 0, i.currency, ${now}, ${now}, ${now}
    FROM orders i JOIN voucher_states v ON v.id = i.voucher_id
    WHERE i.id = ${invoiceID} AND ${kept} >= i.amount_minor - i.voucher_minor
      AND NOT EXISTS (SELECT 1 FROM refunds r
        WHERE r.order_id = i.id AND r.state IN ('requested', 'sent', 'succeeded'))
      AND ${leftOf} + ${reserved} >= i.voucher_minor
      AND (v.withdrawn_at IS NULL OR i.${raw(isUnpaid)})
    ON CONFLICT (provider, kind, id) DO NOTHING`
}

/** Days for which a voucher at least stays valid after a refund onto it. */
const daysAfterRefund = 30

/** Statement that lets the customer use the money that goes back to a voucher. */
export function keepVoucherOpen({ db, now }: DataContext, id: string): D1PreparedStatement {
  return prepare(db)`UPDATE vouchers
    SET expires_at = max(expires_at, ${timeAfter(now, daysAfterRefund * dayMs)})
    WHERE id = ${id} AND expires_at IS NOT NULL`
}

/** SQL: unpaid orders that have reserved money of a voucher for too long, and have no open page. */
export function ordersWithoutVoucher(now: Date): Sql {
  return sql`SELECT own.id FROM orders own INDEXED BY orders_unpaid_with_voucher
    WHERE own.${raw(isUnpaid)} AND own.voucher_id IS NOT NULL
      AND own.created_at <= ${isoBefore(now, holdTime)}
      AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = own.id
        AND cancelled_at IS NULL AND expires_at > ${now})`
}
