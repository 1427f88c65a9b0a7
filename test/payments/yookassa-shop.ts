import type { z } from 'zod'
import { newPayment, newRefund } from './yookassa-requests.ts'

type Amount = { readonly value: string; readonly currency: string }
type Payment = Omit<
  z.output<typeof newPayment>,
  'amount' | 'capture' | 'receipt' | 'confirmation'
> & {
  id: string
  amount: Amount
  status: 'pending' | 'succeeded' | 'canceled'
  confirmation?: { type: 'redirect'; confirmation_url: string; return_url: string }
  created_at: string
  captured_at?: string
  income_amount?: Amount
  payment_method?: { type: 'bank_card'; card: { issuer_country: string } }
}
type Refund = Omit<z.output<typeof newRefund>, 'receipt'> & {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  created_at: string
  cancellation_details?: { party: string; reason: string }
}
export type ShopAnswer = { readonly status: number; readonly body: object }

/** The fee is 3.5 %. */
function afterFee({ value }: Amount): string {
  return (Number(value) * 0.965).toFixed(2)
}

export class YookassaShop {
  readonly payments = new Map<string, Payment>()
  readonly refunds = new Map<string, Refund>()
  refundStatus: Refund['status'] = 'succeeded'
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Pays as the customer. `amount` simulates a mistake by YooKassa. Returns the notification. */
  pay(id: string, amount?: Amount): Request {
    const payment = this.#payment(id)
    if (payment.status !== 'pending') throw new Error(`payment is ${payment.status}`)
    if (amount) payment.amount = amount
    payment.status = 'succeeded'
    payment.captured_at = this.#now().toISOString()
    payment.payment_method = { type: 'bank_card', card: { issuer_country: 'RU' } }
    payment.income_amount = { ...payment.amount, value: afterFee(payment.amount) }
    delete payment.confirmation
    return notification('payment.succeeded', payment)
  }

  /** Declines the payment or lets it expire. Returns the notification. */
  decline(id: string): Request {
    const payment = this.#payment(id)
    payment.status = 'canceled'
    delete payment.confirmation
    return notification('payment.canceled', payment)
  }

  /** Completes a pending refund. Returns the notification. */
  completeRefund(id: string): Request {
    const refund = this.refunds.get(id)
    if (!refund) throw new Error('no such refund')
    refund.status = 'succeeded'
    return notification('refund.succeeded', refund)
  }

  /** Refunds in the operator's dashboard. Returns the notification. */
  refundInDashboard(
    paymentID: string,
    value: string,
    status: Refund['status'] = 'succeeded',
  ): Request {
    const refund = this.#addRefund({ payment_id: paymentID, amount: { value, currency: 'RUB' } })
    refund.status = status
    return notification('refund.succeeded', refund)
  }

  createPayment(body: unknown): ShopAnswer {
    const parsed = newPayment.safeParse(body)
    if (!parsed.success) return refusalAnswer(400, 'invalid_request', firstPathOf(parsed.error))
    const { amount, description, metadata, confirmation } = parsed.data
    const { return_url } = confirmation
    const id = crypto.randomUUID()
    const page = `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${id}`
    const payment: Payment = {
      id,
      status: 'pending',
      amount,
      description,
      metadata,
      confirmation: { type: 'redirect', confirmation_url: page, return_url },
      created_at: this.#now().toISOString(),
    }
    this.payments.set(id, payment)
    return { status: 200, body: payment }
  }

  createRefund(body: unknown): ShopAnswer {
    const parsed = newRefund.safeParse(body)
    if (!parsed.success) return refusalAnswer(400, 'invalid_request', firstPathOf(parsed.error))
    const { payment_id: id, amount } = parsed.data
    const payment = this.payments.get(id)
    if (payment?.status !== 'succeeded') return refusalAnswer(400, 'invalid_request', 'payment_id')
    const refunds = this.#refundsOf(id).filter(({ status }) => status !== 'canceled')
    const total = refunds.reduce((sum, each) => sum + Number(each.amount.value), 0)
    if (total + Number(amount.value) > Number(payment.amount.value))
      return refusalAnswer(400, 'invalid_request', 'amount')
    return { status: 200, body: this.#addRefund(parsed.data) }
  }

  listRefunds(query: URLSearchParams): ShopAnswer {
    return pageOf(this.#refundsOf(query.get('payment_id') ?? ''), query)
  }

  /** Lists payments newest first. */
  listPayments(query: URLSearchParams): ShopAnswer {
    const since = query.get('captured_at.gte') ?? ''
    const found = [...this.payments.values()].filter(
      ({ status, captured_at: at = '' }) => status === query.get('status') && at >= since,
    )
    return pageOf(found.toReversed(), query)
  }

  #addRefund({ payment_id, amount, metadata }: z.output<typeof newRefund>): Refund {
    const status = this.refundStatus
    const refund: Refund = {
      id: crypto.randomUUID(),
      payment_id,
      status,
      amount,
      ...(metadata && { metadata }),
      created_at: this.#now().toISOString(),
      ...(status === 'canceled' && {
        cancellation_details: { party: 'yoo_money', reason: 'insufficient_funds' },
      }),
    }
    this.refunds.set(refund.id, refund)
    return refund
  }

  #refundsOf(paymentID: string): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_id === paymentID)
  }

  #payment(id: string): Payment {
    const payment = this.payments.get(id)
    if (!payment) throw new Error('no such payment')
    return payment
  }
}

/** A notification from a YooKassa address, unless another address is given. */
export function notification(event: string, object: object, address = '185.71.76.5'): Request {
  return notificationOf(JSON.stringify({ type: 'notification', event, object }), address)
}

export function notificationOf(body: string, address = '185.71.76.5'): Request {
  return new Request('https://shop.example/callbacks/payment/yookassa', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
    body,
  })
}

export function refusalAnswer(status: number, code: string, parameter = ''): ShopAnswer {
  return { status, body: { type: 'error', id: crypto.randomUUID(), code, parameter } }
}

function pageOf(all: readonly object[], query: URLSearchParams): ShopAnswer {
  const start = Number(query.get('cursor') ?? 0)
  const end = start + Number(query.get('limit') ?? 10)
  const more = end < all.length ? { next_cursor: String(end) } : {}
  return { status: 200, body: { type: 'list', items: all.slice(start, end), ...more } }
}

function firstPathOf({ issues }: z.ZodError): string {
  return issues[0]?.path.join('.') ?? ''
}
