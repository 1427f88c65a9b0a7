import type { z } from 'zod'
import { isPayable } from '../../contract/purchase.ts'
import type { activation, InvoiceStatus } from '../../contract/purchase.ts'
import type { Currency } from '../../domain/money.ts'
import { secretID } from '../../domain/secret-id.ts'
import { hasStock } from '../catalogue/tariff-rows.ts'
import { conflict, found, notFound } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { paymentProvider } from '../payments/payment-provider.ts'

type Order = z.output<typeof activation.input>
type Started = { data: { invoiceID: string; paymentURL: string } }
type Priced = { price_usd: number; price_rub: number; in_stock: number }
type Kept = {
  id: string
  tariff_id: string
  email: string
  currency: Currency
  status: InvoiceStatus
}

/**
 * Orders a plan. The form's key is unique in the database, so however often a form arrives there is one invoice; the same key
 * with another plan, address or currency is refused, and so is one that is paid: nobody pays twice by the browser's way back.
 */
export async function orderTariff(call: Call, order: Order): Promise<Reply<Started>> {
  const { db, words, config, now } = call
  const currency: Currency = order.paymentOption === 'card-usd' ? 'USD' : 'RUB'
  const known = await invoiceByKey(db, order.idempotencyKey)
  if (!known) {
    const tariff = await pricedTariff(db, order.tariffID)
    if (!tariff) return notFound(call)
    if (tariff.in_stock === 0) return conflict(words('api.outOfStock'))
    const amount = currency === 'USD' ? tariff.price_usd : tariff.price_rub
    const priced = { minor: amount, currency, priceUSD: tariff.price_usd }
    await insertInvoice(db, order, priced, now)
  }
  const invoice = known ?? (await invoiceByKey(db, order.idempotencyKey))
  if (!invoice) throw new Error('an invoice just written is not there')
  const isSame =
    invoice.tariff_id === order.tariffID &&
    invoice.email === order.email &&
    invoice.currency === currency
  if (!isSame) return conflict(words('api.keyReused'))
  if (!isPayable(invoice.status)) return conflict(words('api.alreadyPaid'))
  const paymentURL = await paymentProvider(config).start(invoice.id)
  return found({ data: { invoiceID: invoice.id, paymentURL } })
}

async function pricedTariff(db: D1Database, id: string): Promise<Priced | null> {
  return db
    .prepare(
      `SELECT t.price_usd, t.price_rub, ${hasStock} AS in_stock FROM tariffs t WHERE t.id = ? AND t.is_listed = 1`,
    )
    .bind(id)
    .first<Priced>()
}

async function insertInvoice(
  db: D1Database,
  order: Order,
  amount: { minor: number; currency: Currency; priceUSD: number },
  now: Date,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO invoices (id, idempotency_key, tariff_id, email, lang, amount_minor, currency, price_usd, promocode, referral_code, utm, created_at)
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
      amount.priceUSD,
      order.promocode ?? null,
      order.referralCode ?? null,
      JSON.stringify(order.utm ?? {}),
      now.toISOString(),
    )
    .run()
}

async function invoiceByKey(db: D1Database, key: string): Promise<Kept | null> {
  return db
    .prepare(
      'SELECT id, tariff_id, email, currency, status FROM invoices WHERE idempotency_key = ?',
    )
    .bind(key)
    .first<Kept>()
}
