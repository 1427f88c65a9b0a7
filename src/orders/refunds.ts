import type { Currency } from '../kit/money.shared.ts'
import type { BackendContext } from '../context.ts'
import { settleInvoice } from './order-state.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { reverseReward } from '../partners/rewards.ts'
import { refundablePayments } from './held-money.ts'
import type { HeldPayment } from './held-money.ts'
import { systemActor } from './lines.ts'
import { idsOf } from './refund-keys.ts'
import { readRecords } from './refund-records.ts'

export type RefundRequest = {
  readonly invoiceID: string
  /** In the invoice's currency. */
  readonly amountMinor: number
  /** Lines that the refund returns. Undelivered lines get neither an eSIM nor data. */
  readonly positions: readonly number[]
  /** True to block the eSIMs of the lines. Otherwise a delivered line prevents the refund. */
  readonly blocksEsims?: boolean
  /** `undelivered`, `exchanged`, or a text by staff. */
  readonly reason: string
  /** `systemActor`, or the name of a member of staff. */
  readonly actor: string
  /** Contains no `/`. */
  readonly idempotencyKey: string
}

export type InvoiceRefund = {
  readonly id: string
  readonly invoiceID: string
  readonly provider: string
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
  /** ISO 8601. The lines of the refund have the same time. */
  readonly requestedAt: string
}

const refundColumns = `id, invoice_id AS invoiceID, provider, reference,
  amount_minor AS amountMinor, currency, requested_at AS requestedAt`

type StoringContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** A refund that is computed from a version of the order. */
export type VersionedRefund = RefundRequest & {
  /** The shop stores nothing if the order has changed since, for example by another refund. */
  readonly version: number
}

/** Stores a refund, or nothing if the payments contain less money or the order has changed. */
export async function storeRefunds(
  context: StoringContext,
  request: VersionedRefund,
): Promise<void> {
  const statements = await refundStatements(context, request, request.version)
  if (statements !== null) await context.db.batch([...statements])
}

/**
 * Splits the amount over the invoice's payments, newest first. Returns statements that store one
 * refund per payment, or null when the payments contain less money.
 * @param version the version of the order that the statements require, or null in the transaction
 *   of an action, which requires its version itself
 */
export async function refundStatements(
  context: StoringContext,
  request: RefundRequest,
  version: number | null = null,
): Promise<readonly D1PreparedStatement[] | null> {
  const records = await readRecords(context.db, request.invoiceID)
  const parts = records ? partsOf(request, refundablePayments(records)) : null
  if (!records || parts === null) return null
  const { currency } = records.order
  const open = { acceptedAt: null, confirmedAt: null }
  return storedRefund(context, request, { parts, currency, version, ...open })
}

/** Statements that store the refund of a fact that the shop has made outside of its providers. */
export function manualRefundStatements(
  context: StoringContext,
  request: RefundRequest & { readonly isConfirmed: boolean },
  { id, reference, amount: { minor, currency } }: Pick<PaymentFact, 'id' | 'reference' | 'amount'>,
): readonly D1PreparedStatement[] {
  const part = { provider: manualProvider, reference, id, amount: minor }
  const acceptedAt = context.now.toISOString()
  const confirmedAt = request.isConfirmed ? acceptedAt : null
  const times = { acceptedAt, confirmedAt }
  return storedRefund(context, request, { parts: [part], currency, version: null, ...times })
}

function storedRefund(
  context: StoringContext,
  request: RefundRequest,
  stored: StoredParts,
): readonly D1PreparedStatement[] {
  const { db, now } = context
  const { invoiceID } = request
  return [
    insertRefunds(context, request, stored),
    returnLines(context, request),
    reverseReward(db, invoiceID, now, {
      sql: 'EXISTS (SELECT 1 FROM invoice_lines WHERE invoice_id = ?1 AND refund_requested_at = ?2)',
    }),
    ...settleInvoice(context, invoiceID),
  ]
}

type RefundPart = Omit<HeldPayment, 'minor'> & { readonly id: string; readonly amount: number }
type StoredParts = {
  readonly parts: readonly RefundPart[]
  readonly currency: Currency
  readonly version: number | null
  /** Null until the provider accepts the refund. */
  readonly acceptedAt: string | null
  /** Null unless staff confirmed that no provider had reported a refund that they record. */
  readonly confirmedAt: string | null
}

/** Returns null when the payments contain less money, or the amount is 0. */
function partsOf(
  { amountMinor, idempotencyKey }: RefundRequest,
  payments: readonly HeldPayment[],
): readonly RefundPart[] | null {
  const parts: RefundPart[] = []
  let rest = amountMinor
  for (const payment of payments) {
    const amount = Math.min(rest, payment.minor)
    const { provider, reference } = payment
    const id = `${idempotencyKey}/${parts.length + 1}`
    if (amount > 0) parts.push({ provider, reference, id, amount })
    rest -= amount
  }
  return rest > 0 || parts.length === 0 ? null : parts
}

/**
 * Stores all parts, or none when the order has changed since they were computed. Staff may have
 * frozen the order since an automatic refund was chosen.
 */
function insertRefunds(
  { db, now }: StoringContext,
  { invoiceID, positions, blocksEsims, reason, actor, idempotencyKey }: RefundRequest,
  { parts, currency, version, acceptedAt, confirmedAt }: StoredParts,
): D1PreparedStatement {
  const undelivered = blocksEsims === true ? [] : positions
  return db
    .prepare(
      `INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason,
        actor, requested_at, positions, accepted_at, confirmed_at)
      SELECT part.value ->> 'id', ?1, part.value ->> 'provider', part.value ->> 'reference',
        part.value ->> 'amount', ?11, ?3, ?4, ?5, ?9, ?12, ?13
      FROM json_each(?2) part
      WHERE NOT EXISTS (SELECT 1 FROM refunds WHERE id BETWEEN ?6 AND ?7)
        AND NOT EXISTS (SELECT 1 FROM esims e JOIN json_each(?8) line
          WHERE e.invoice_id = ?1 AND e.line_position = line.value)
        AND NOT EXISTS (SELECT 1 FROM supplier_orders o JOIN json_each(?8) line
          WHERE o.invoice_id = ?1 AND o.line_position = line.value
            AND o.kind = 'top-up' AND o.status = 'done')
        AND NOT (?4 = '${systemActor}' AND EXISTS (
          SELECT 1 FROM invoices WHERE id = ?1 AND frozen_at IS NOT NULL))
        AND (?10 IS NULL
          OR ?10 = (SELECT version FROM invoice_versions WHERE invoice_id = ?1))`,
    )
    .bind(
      invoiceID,
      JSON.stringify(parts),
      reason,
      actor,
      now.toISOString(),
      ...idsOf(idempotencyKey),
      JSON.stringify(undelivered),
      JSON.stringify(positions),
      version,
      currency,
      acceptedAt,
      confirmedAt,
    )
}

/** Marks the lines as returned, if this batch has stored the refunds. */
function returnLines(
  { db, now }: StoringContext,
  { invoiceID, positions, idempotencyKey }: RefundRequest,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE invoice_lines SET refund_requested_at = ?2
      WHERE invoice_id = ?1 AND refund_requested_at IS NULL
        AND position IN (SELECT value FROM json_each(?3))
        AND EXISTS (SELECT 1 FROM refunds WHERE id BETWEEN ?4 AND ?5 AND requested_at = ?2)`,
    )
    .bind(invoiceID, now.toISOString(), JSON.stringify(positions), ...idsOf(idempotencyKey))
}

/**
 * Returns up to 20 refunds at these providers that are pending or have an unknown outcome. The
 * least recently tried come first.
 */
export async function openRefunds(
  db: D1Database,
  providers: readonly string[],
): Promise<InvoiceRefund[]> {
  const { results } = await db
    .prepare(
      `SELECT ${refundColumns} FROM refunds
      WHERE accepted_at IS NULL AND refused_at IS NULL
        AND provider IN (SELECT value FROM json_each(?))
      ORDER BY tried_at, requested_at LIMIT 20`,
    )
    .bind(JSON.stringify(providers))
    .all<InvoiceRefund>()
  return results
}

/** Returns the refunds of an idempotency key. */
export async function refundsOf(
  db: D1Database,
  key: string,
): Promise<(InvoiceRefund & { isOpen: number })[]> {
  const { results } = await db
    .prepare(
      `SELECT ${refundColumns}, accepted_at IS NULL AND refused_at IS NULL AS isOpen
      FROM refunds WHERE id BETWEEN ? AND ? ORDER BY id`,
    )
    .bind(...idsOf(key))
    .all<InvoiceRefund & { isOpen: number }>()
  return results
}
