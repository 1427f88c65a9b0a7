import { logEvent } from '../../domain/log-event.ts'
import type { ChargePage, PaymentFact, PaymentProvider, PaymentReport } from './payment-provider.ts'
import { PaymentProviderError } from './payment-provider.ts'
import { paymentReport } from './payment-report.ts'
import { createYookassaApi, refusal } from './yookassa-api.ts'
import type { ApiDependencies, ApiSettings, YookassaApi } from './yookassa-api.ts'
import { paymentFacts, refundFact } from './yookassa-facts.ts'
import { readNotification } from './yookassa-notification.ts'
import { paymentList, paymentObject } from './yookassa-objects.ts'
import type { YookassaPayment } from './yookassa-objects.ts'
import type { ReceiptSettings } from './yookassa-receipt.ts'
import { listRefunds, refundPayment } from './yookassa-refund.ts'
import { startPayment } from './yookassa-start.ts'

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
    if (payment === null) return paymentReport(404)
    // Other sellers may use the same shop at YooKassa.
    if (payment.metadata.invoiceID === undefined) return paymentReport(200)
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
async function listCharges(
  api: YookassaApi,
  since: Date,
  cursor: string | null,
): Promise<ChargePage> {
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
