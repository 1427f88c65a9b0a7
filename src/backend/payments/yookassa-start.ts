import type { PaymentOrder, StartedPayment } from './payment-provider.ts'
import { refusal } from './yookassa-api.ts'
import type { YookassaApi } from './yookassa-api.ts'
import { amountObject, paymentObject } from './yookassa-objects.ts'
import { longestDescription, receiptObject } from './yookassa-receipt.ts'
import type { ReceiptSettings } from './yookassa-receipt.ts'
import { hourMs } from '../../domain/time-units.ts'

/**
 * Time that a card payment waits for the customer, in milliseconds. The API has no setting for
 * this time.
 */
const pageLifetime = hourMs

/** Starts a one-stage payment. A repeated attempt within a day returns the same payment. */
export async function startPayment(
  api: YookassaApi,
  receipt: ReceiptSettings | null,
  order: PaymentOrder,
): Promise<StartedPayment> {
  if (order.amount.currency !== 'RUB')
    throw refusal(`cannot charge ${order.amount.currency}, only RUB`)
  const payment = await api.post(
    '/payments',
    `payment ${order.attemptID}`,
    paymentRequest(order, receipt),
    paymentObject,
  )
  const url = payment.confirmation?.confirmation_url
  if (payment.status !== 'pending' || url === undefined)
    throw refusal(
      `expected a pending payment with a page, got ${payment.id} with status ${payment.status}`,
    )
  const closesAt = payment.created_at.getTime() + pageLifetime
  const expiresAt = new Date(Math.min(closesAt, order.expiresAt.getTime()))
  return { url, reference: payment.id, expiresAt }
}

function paymentRequest(order: PaymentOrder, receipt: ReceiptSettings | null): object {
  const { invoiceID, attemptID, amount, lines, email, locale, successURL } = order
  const title = lines.map((line) => line.title).join(', ')
  return {
    amount: amountObject(amount),
    capture: true,
    // The customer returns here after a decline too, because the page shows the invoice's status.
    confirmation: { type: 'redirect', return_url: successURL, locale: pageLocale(locale) },
    description: title.slice(0, longestDescription),
    // The receipt of a partial refund needs the email address again.
    metadata: { invoiceID, attemptID, ...(receipt && { email }) },
    ...(receipt && { receipt: receiptObject(receipt, email, lines) }),
  }
}

const pageLocales: { readonly [locale: string]: string } = { ru: 'ru_RU' }

function pageLocale(locale: PaymentOrder['locale']): string {
  return pageLocales[locale] ?? 'en_US'
}
