import { clientAddressIn } from '../kit/http.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { paymentReport } from './payment-provider.ts'
import type { PaymentReport, PaymentFact } from './payment-provider.ts'
import { notificationObject } from './yookassa-api.ts'
import type { YookassaPayment, YookassaRefund } from './yookassa-api.ts'
import type { Money } from '../kit/money.shared.ts'

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
export async function readNotification(
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
export function paymentFacts(
  payment: YookassaPayment,
  refunds: readonly YookassaRefund[],
): PaymentFact[] {
  const { id, status, amount, created_at: createdAt, captured_at: capturedAt } = payment
  const fact = { id, reference: id, invoiceID: payment.metadata.invoiceID ?? null, amount }
  // The API does not return the time of the cancellation.
  if (status === 'canceled') return [{ ...fact, kind: 'declined', at: createdAt }]
  if (status !== 'succeeded') return []
  const made = refunds.filter((refund) => refund.status === 'succeeded')
  return [
    { ...fact, kind: 'charged', fee: feeOf(payment), at: capturedAt ?? createdAt },
    ...made.map((refund) => refundFact(payment, refund)),
  ]
}

function feeOf({ amount, income_amount: income }: YookassaPayment): Money | undefined {
  if (income === undefined || income.currency !== amount.currency) return undefined
  return { ...amount, minor: amount.minor - income.minor }
}

export function refundFact(payment: YookassaPayment, refund: YookassaRefund): PaymentFact {
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
