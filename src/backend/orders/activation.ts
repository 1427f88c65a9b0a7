import type { z } from 'zod'
import { isPayable } from '../../contract/purchase.ts'
import type { activation, InvoiceStatus } from '../../contract/purchase.ts'
import { prices as storedPrices } from '../../contract/common.ts'
import { pricesIn } from '../../domain/money.ts'
import type { Currency, Money } from '../../domain/money.ts'
import { currencyOf } from '../../domain/payment-options.ts'
import { ok } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import { partnerCurrency } from '../../domain/partner-money.ts'
import { hasStock } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { paymentPage } from '../payments/payment-page.ts'

type Order = z.output<typeof activation.input>
type PaymentStart = { data: { invoiceID: string; paymentURL: string } }
type PriceRow = { prices: string; in_stock: number }
/** The amount to pay, and the price in the partners' currency that a reward is a share of. */
type InvoicePrice = { amount: Money; rewardBase: number }
type OrderRow = {
  id: string
  tariff_id: string
  email: string
  currency: Currency
  status: InvoiceStatus
}

/**
 * Orders a plan and starts its payment. The idempotency key is unique in the database, so a form
 * that arrives several times has one invoice. A key is refused with another plan, address or
 * currency, and after its invoice is paid.
 */
export async function orderTariff(
  context: BackendContext,
  order: Order,
): Promise<OperationResult<PaymentStart>> {
  const { db, words, config, now } = context
  const currency = currencyOf(order.paymentOption)
  const known = await invoiceByKey(db, order.idempotencyKey)
  if (!known) {
    const tariff = await pricesOf(db, order.tariffID)
    if (!tariff) return notFound(context)
    if (tariff.in_stock === 0) return refuse('out-of-stock', words('api.outOfStock'))
    const prices = storedPrices.parse(JSON.parse(tariff.prices))
    const amount = pricesIn(config.CURRENCIES, prices).find((each) => each.currency === currency)
    if (!amount) return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
    const rewardBase = prices[partnerCurrency] ?? 0
    await insertInvoice(db, order, { amount, rewardBase }, now)
  }
  const invoice = known ?? (await invoiceByKey(db, order.idempotencyKey))
  if (!invoice) throw new Error('The invoice that was just inserted is not in the database')
  const isSameOrder =
    invoice.tariff_id === order.tariffID &&
    invoice.email === order.email &&
    invoice.currency === currency
  if (!isSameOrder) return refuse('key-reused', words('api.keyReused'))
  if (!isPayable(invoice.status)) return refuse('already-paid', words('api.alreadyPaid'))
  const paymentURL = paymentPage(config, invoice.id)
  return ok({ data: { invoiceID: invoice.id, paymentURL } })
}

async function pricesOf(db: D1Database, tariffID: string): Promise<PriceRow | null> {
  return db
    .prepare(
      `SELECT t.prices, ${hasStock} AS in_stock FROM tariffs t
      WHERE t.id = ? AND t.is_listed = 1`,
    )
    .bind(tariffID)
    .first<PriceRow>()
}

async function insertInvoice(
  db: D1Database,
  order: Order,
  { amount, rewardBase }: InvoicePrice,
  now: Date,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO invoices (id, idempotency_key, tariff_id, email, lang, amount_minor, currency,
        reward_base, promocode, referral_code, utm, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO NOTHING`,
    )
    .bind(
      secretID(),
      order.idempotencyKey,
      order.tariffID,
      order.email,
      order.lang,
      amount.minor,
      amount.currency,
      rewardBase,
      order.promocode ?? null,
      order.referralCode ?? null,
      JSON.stringify(order.utm ?? {}),
      now.toISOString(),
    )
    .run()
}

async function invoiceByKey(db: D1Database, key: string): Promise<OrderRow | null> {
  return db
    .prepare(
      'SELECT id, tariff_id, email, currency, status FROM invoices WHERE idempotency_key = ?',
    )
    .bind(key)
    .first<OrderRow>()
}
