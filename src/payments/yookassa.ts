import { logEvent } from '../kit/log.ts'
import { PaymentProviderError, paymentReport } from './payment-provider.ts'
import type {
  PaymentFact,
  PaymentProvider,
  PaymentReport,
  PaymentOrder,
  StartedPayment,
} from './payment-provider.ts'
import {
  createYookassaApi,
  refusal,
  paymentList,
  paymentObject,
  amountObject,
  refundList,
  refundObject,
  notificationObject,
  type ApiDependencies,
  type ApiSettings,
  type YookassaApi,
  type YookassaPayment,
  type YookassaRefund,
} from './yookassa-api.ts'
import { hourMs } from '../kit/time.shared.ts'
import { decimalOf, type Money } from '../kit/money.shared.ts'
import { clientAddressIn } from '../kit/http.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'

export type YookassaSettings = ApiSettings & {
  /** Null when the shop sends no receipts through YooKassa. */
  readonly receipt: ReceiptSettings | null
}

/**
 * Charges customers in roubles through YooKassa: https://yookassa.ru/developers. A payment's id is
 * both its reference and the id of its charge. The API does not report disputes.
 */
export function createYookassaProvider(
  { receipt, ...settings }: YookassaSettings,
  dependencies: ApiDependencies,
): PaymentProvider {
  const api = createYookassaApi(settings, dependencies)
  return {
    id: 'yookassa',
    currencies: ['RUB'],
    start: (order) => startPayment(api, receipt, order),
    cancel: async (reference) => {
      const { status } = await requirePayment(api, reference)
      // The API cannot cancel a pending payment. Its page expires within an hour.
      if (status === 'pending')
        throw refusal(`cannot close the page of the pending payment ${reference}`)
    },
    refund: async (reference, amount, key) => {
      const payment = await requirePayment(api, reference)
      const refund = await refundPayment(api, receipt, payment, amount, key)
      return refund.status === 'succeeded' ? refundFact(payment, refund) : null
    },
    canLookUp: true,
    lookUp: async (reference) => factsOf(api, await requirePayment(api, reference)),
    listCharges: (since, cursor) => listCharges(api, since, cursor),
    receive: (request) => receive(api, request),
  }
}

/** Reads only the payment's id from a notification, and looks up the payment. */
async function receive(api: YookassaApi, request: Request): Promise<PaymentReport> {
  const notification = await readNotification(request)
  if ('response' in notification) return notification
  try {
    const payment = await findPayment(api, notification.paymentID)
    // It may be a payment of another shop, or of another seller with the same shop at YooKassa.
    if (payment?.metadata.invoiceID === undefined) {
      if (payment === null) logEvent({ event: 'notification-ignored', reason: 'unknown payment' })
      return paymentReport(200)
    }
    const facts = await factsOf(api, payment)
    // The payment has not changed yet. YooKassa retries the notification for a day.
    return facts.length === 0 ? paymentReport(503) : paymentReport(200, { facts })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    logEvent({ event: 'notification-postponed', error: error.message })
    return paymentReport(503)
  }
}

/** Lists payments that were paid since a time, newest first. Other sellers may use the same shop. */
async function listCharges(api: YookassaApi, since: Date, cursor: string | null) {
  const query = new URLSearchParams({
    'captured_at.gte': since.toISOString(),
    status: 'succeeded',
    limit: '50',
    ...(cursor !== null && { cursor }),
  })
  const { items, next_cursor } = await api.get(`/payments?${query.toString()}`, paymentList)
  const lookUp = async (id: string) => {
    const payment = await requirePayment(api, id)
    return payment.metadata.invoiceID === undefined ? [] : factsOf(api, payment)
  }
  return {
    charges: items.map(({ id }) => ({ id, lookUp: async () => lookUp(id) })),
    next: next_cursor ?? null,
  }
}

async function factsOf(api: YookassaApi, payment: YookassaPayment): Promise<PaymentFact[]> {
  return paymentFacts(payment, await listRefunds(api, payment))
}

async function requirePayment(api: YookassaApi, reference: string): Promise<YookassaPayment> {
  const payment = await findPayment(api, reference)
  if (payment === null) throw refusal(`has no payment ${reference}`)
  return payment
}

async function findPayment(api: YookassaApi, reference: string): Promise<YookassaPayment | null> {
  return api.get(`/payments/${encodeURIComponent(reference)}`, paymentObject.nullable())
}

/**
 * Time that a card payment waits for the customer, in milliseconds. The API has no setting for
 * this time.
 */
const pageLifetime = hourMs

/** Starts a one-stage payment. A repeated attempt within a day returns the same payment. */
async function startPayment(
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
    // The customer returns here after a decline too, because the page shows the order's status.
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

/**
 * Refunds all or part of a payment, once per key. The API deletes an idempotency key after a day,
 * so the refund also stores the key as metadata. Throws a `PaymentProviderError` when YooKassa
 * cancels the refund.
 */
async function refundPayment(
  api: YookassaApi,
  receipt: ReceiptSettings | null,
  payment: YookassaPayment,
  amount: Money,
  key: string,
): Promise<YookassaRefund> {
  const refunds = await listRefunds(api, payment)
  const earlier = refunds.find(({ metadata }) => metadata.refundKey === key)
  const other = refunds.find(
    ({ status, metadata }) => status === 'pending' && metadata.refundKey === undefined,
  )
  // It may return the same money.
  if (!earlier && other) throw refusal(`the refund ${other.id} from the dashboard is pending`)
  const body = { ...refundRequest(receipt, payment, amount), metadata: { refundKey: key } }
  const refund = earlier ?? (await api.post('/refunds', `refund ${key}`, body, refundObject))
  if (refund.status !== 'canceled') return refund
  throw refusal(
    `cancelled the refund of ${decimalOf(amount)}: ${refund.cancellation_details?.reason}`,
  )
}

/** Returns the payment's refunds in all states. */
async function listRefunds(api: YookassaApi, { id }: YookassaPayment): Promise<YookassaRefund[]> {
  const refunds: YookassaRefund[] = []
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ payment_id: id, limit: '100', ...(cursor && { cursor }) })
    const page = await api.get(`/refunds?${query.toString()}`, refundList)
    refunds.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return refunds
}

/** YooKassa repeats the payment's receipt for a full refund. A partial refund needs a new one. */
function refundRequest(
  receipt: ReceiptSettings | null,
  { id, amount: paid, description = '', metadata }: YookassaPayment,
  amount: Money,
): object {
  const request = { payment_id: id, amount: amountObject(amount) }
  if (receipt === null || metadata.email === undefined || amount.minor === paid.minor)
    return request
  const lines = [{ title: description, amount }]
  return { ...request, receipt: receiptObject(receipt, metadata.email, lines) }
}

/** Tax codes on receipts. The shop's accountant provides them. */
type ReceiptSettings = {
  /** VAT rate of the goods, a code from 1 to 12. */
  readonly vatCode: number
  /**
   * Tax system, a code from 1 to 6. Shops with several tax systems and some cash registers need it.
   */
  readonly taxSystemCode: number | null
}

type ReceiptLine = { readonly title: string; readonly amount: Money }

/** The API's limit for the description of a payment or an item, in characters. */
const longestDescription = 128

/**
 * Returns the data of a receipt for the tax office (54-FZ). An eSIM is a service that is delivered
 * immediately, so the payment mode is a full payment.
 */
function receiptObject(
  { vatCode, taxSystemCode }: ReceiptSettings,
  email: string,
  lines: readonly ReceiptLine[],
): object {
  return {
    customer: { email },
    // The receipt omits a line that a promo code made free, because the line has no tax.
    items: lines
      .filter(({ amount }) => amount.minor > 0)
      .map(({ title, amount }) => ({
        description: title.slice(0, longestDescription),
        quantity: 1,
        amount: amountObject(amount),
        vat_code: vatCode,
        payment_mode: 'full_payment',
        payment_subject: 'service',
      })),
    ...(taxSystemCode === null ? {} : { tax_system_code: taxSystemCode }),
  }
}

/** https://yookassa.ru/developers/using-api/webhooks#ip, read in November 2026. */
const networks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
]
const networkOfIPv6 = '2a02:5180:'

const events = ['payment.succeeded', 'payment.canceled', 'refund.succeeded']

/**
 * Returns the payment of a notification, or a report when there is no payment to look up.
 * Notifications have no signature, so the sender's address must be in YooKassa's networks.
 */
async function readNotification(
  request: Request,
): Promise<{ readonly paymentID: string } | PaymentReport> {
  if (!isFromYookassa(clientAddressIn(request.headers)))
    return paymentReport(403, { problem: unprovenSender })
  const parsed = notificationObject.safeParse(parseJson(await request.text()))
  if (!parsed.success) return paymentReport(400, { problem: malformedBody(parsed.error) })
  const { event, object } = parsed.data
  if (!events.includes(event)) return paymentReport(200)
  const field = event.startsWith('refund.') ? 'payment_id' : 'id'
  const paymentID = object[field]
  return paymentID === undefined
    ? paymentReport(400, { problem: { part: 'body', field: `body.object.${field}` } })
    : { paymentID }
}

function isFromYookassa(address: string): boolean {
  if (address.startsWith(networkOfIPv6)) return true
  const number = numberOf(address)
  return number !== null && networks.some((network) => isInNetwork(number, network))
}

function isInNetwork(address: number, network: string): boolean {
  const [base = '', bits = ''] = network.split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(address / size) === Math.floor((numberOf(base) ?? 0) / size)
}

/** Returns an IPv4 address as a number, or null for other strings. */
function numberOf(address: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number)
  if (parts === undefined || parts.some((part) => part > 255)) return null
  return parts.reduce((number, part) => number * 256 + part, 0)
}

/** Returns the facts of a payment and its refunds. An unfinished payment has no facts. */
function paymentFacts(payment: YookassaPayment, refunds: readonly YookassaRefund[]): PaymentFact[] {
  const { id, status, amount, created_at: createdAt, captured_at: capturedAt } = payment
  const fact = { id, reference: id, invoiceID: payment.metadata.invoiceID ?? null, amount }
  // The API does not return the time of the cancellation.
  if (status === 'canceled') return [{ ...fact, kind: 'declined', at: createdAt }]
  if (status !== 'succeeded') return []
  const country = payment.payment_method?.card.issuer_country
  const made = refunds.filter((refund) => refund.status === 'succeeded')
  return [
    { ...fact, kind: 'charged', fee: feeOf(payment), country, at: capturedAt ?? createdAt },
    ...made.map((refund) => refundFact(payment, refund)),
  ]
}

function feeOf({ amount, income_amount: income }: YookassaPayment): Money | undefined {
  if (income === undefined || income.currency !== amount.currency) return undefined
  return { ...amount, minor: amount.minor - income.minor }
}

function refundFact(payment: YookassaPayment, refund: YookassaRefund): PaymentFact {
  return {
    kind: 'refunded',
    id: refund.id,
    reference: payment.id,
    invoiceID: payment.metadata.invoiceID ?? null,
    refundKey: refund.metadata.refundKey,
    amount: refund.amount,
    at: refund.created_at,
  }
}
