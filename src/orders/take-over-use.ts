import { canonicalMailbox } from '../kit/email.shared.ts'
import { canonicalPromoCode } from './promo-code.ts'
import type { BackendContext } from '../context.ts'
import type { PromoUse } from './promo-codes.ts'
import { attemptColumns } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { expireInvoiceSql, isUnpaid } from './lines.ts'
import { cancelPayment } from './cancel-payments.ts'

type OrderWithCode = {
  readonly promocode: string
  readonly email: string
  readonly idempotencyKey: string
}

/** Payments that one order may cancel. Each cancellation needs a call to its provider. */
const maxPayments = 20

/** SQL: the ids of the customer's other unpaid orders with the code. */
const othersWithCode = `SELECT id FROM invoices WHERE ${isUnpaid} AND idempotency_key <> ?2
  AND id IN (SELECT invoice_id FROM promo_uses WHERE code = ?3 AND customer = ?4)`

/** Returns the open payments of the customer's other unpaid orders with a code. */
export async function attemptsWithCode(
  context: BackendContext,
  order: OrderWithCode,
): Promise<Attempt[]> {
  const { results } = await context.db
    .prepare(
      `SELECT ${attemptColumns} FROM payments WHERE reference IS NOT NULL AND cancelled_at IS NULL
        AND expires_at > ?1 AND invoice_id IN (${othersWithCode}) LIMIT ${maxPayments}`,
    )
    .bind(...othersOf(context, order))
    .all<Attempt>()
  return results
}

/**
 * Cancels open payments of other orders if the code has a limit, so that a new order can use the
 * code. Otherwise customers who change their mind would use the code up.
 */
export async function cancelOrdersWithCode(
  context: BackendContext,
  use: PromoUse,
  attempts: readonly Attempt[],
): Promise<void> {
  if (!hasLimit(use)) return
  for (const attempt of attempts) await cancelPayment(context, attempt, attempt.reference ?? '')
}

/**
 * Expires the customer's other unpaid orders with a limited code. An order stays unpaid while the
 * customer can still pay it: its payment is open, or its provider has no API to close the payment.
 */
export function expireOrdersWithCode(
  context: Pick<BackendContext, 'db' | 'now' | 'providers'>,
  use: PromoUse,
  idempotencyKey: string,
): D1PreparedStatement[] {
  if (!hasLimit(use)) return []
  const { db, providers } = context
  const withAPI = providers.filter(({ canLookUp }) => canLookUp).map(({ id }) => id)
  const statement = db.prepare(
    `${expireInvoiceSql} WHERE id IN (${othersWithCode}) AND NOT EXISTS (
      SELECT 1 FROM payments p WHERE p.invoice_id = invoices.id AND p.expires_at > ?1
        AND (p.cancelled_at IS NULL OR p.provider NOT IN (SELECT value FROM json_each(?5))))`,
  )
  const order = { promocode: use.promo.code, email: use.email, idempotencyKey }
  return [statement.bind(...othersOf(context, order), JSON.stringify(withAPI))]
}

function hasLimit({ promo }: PromoUse): boolean {
  return promo.totalLimit !== null || promo.customerLimit !== null
}

function othersOf(
  { now }: Pick<BackendContext, 'now'>,
  { promocode, email, idempotencyKey }: OrderWithCode,
): string[] {
  const code = canonicalPromoCode(promocode)
  return [now.toISOString(), idempotencyKey, code, canonicalMailbox(email)]
}
