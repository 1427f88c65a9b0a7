import type { StripeAccount } from './stripe-account.ts'
import type { StripeSession } from './stripe-shapes.ts'

export type StripeCall = {
  readonly method: string
  readonly pathname: string
  readonly query: { readonly [name: string]: unknown }
  readonly form: object
}
export type StripeAnswer = { readonly status: number; readonly body: object }

type SessionForm = {
  readonly success_url: string
  readonly cancel_url: string
  readonly line_items: readonly {
    readonly quantity: string
    readonly price_data: { readonly currency: string; readonly unit_amount: string }
  }[]
  readonly customer_email?: string
  readonly expires_at?: string
  readonly metadata?: { readonly [name: string]: string }
}
type RefundForm = {
  readonly payment_intent?: string
  readonly amount?: string
  readonly metadata?: { readonly [name: string]: string }
}

type PageQuery = { readonly limit?: string; readonly starting_after?: string }
type ChargeQuery = PageQuery & { readonly created?: { readonly gte?: string } }
type PayoutQuery = PageQuery & {
  readonly arrival_date?: { readonly gte?: string; readonly lt?: string }
}
type TransactionQuery = PageQuery & { readonly payout?: string }

/** Handles a call as Stripe does, with its refusals: https://docs.stripe.com/error-codes */
export function answerOfStripe(account: StripeAccount, call: StripeCall): StripeAnswer {
  const { method, pathname, query, form } = call
  const [, id, verb] = /^\/v1\/checkout\/sessions\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? []
  if (id !== undefined) return verb === 'expire' ? expire(account, id) : retrieve(account, id)
  const [, chargeID] = /^\/v1\/charges\/([^/]+)$/.exec(pathname) ?? []
  if (chargeID !== undefined) return retrieveCharge(account, chargeID, query)
  const [, warningID] = /^\/v1\/radar\/early_fraud_warnings\/([^/]+)$/.exec(pathname) ?? []
  if (warningID !== undefined) {
    const warning = account.warnings.get(warningID)
    if (!warning) return refusal(404, `No such early fraud warning`, 'resource_missing')
    return { status: 200, body: { object: 'radar.early_fraud_warning', id: warningID, ...warning } }
  }
  const isOfPayment = (each: { payment_intent: string | null }) =>
    each.payment_intent === query['payment_intent']
  switch (`${method} ${pathname}`) {
    case 'get /v1/checkout/sessions':
      return list(pathname, account.sessions.filter(isOfPayment))
    case 'post /v1/checkout/sessions':
      return createSession(account, form as SessionForm) // validated
    case 'get /v1/charges':
      return query['payment_intent'] === undefined
        ? chargesSince(account, query)
        : list(pathname, account.charges.filter(isOfPayment))
    case 'get /v1/payouts':
      return payoutsIn(account, query)
    case 'get /v1/balance_transactions':
      return transactionsOf(account, query)
    case 'get /v1/refunds':
      return list(pathname, account.refunds.filter(isOfPayment))
    case 'post /v1/refunds':
      return createRefund(account, form)
    case 'get /v1/disputes':
      return list(pathname, account.disputes.filter(isOfPayment))
    default:
      return refusal(404, `Unrecognized request URL (${method}: ${pathname})`)
  }
}

export function refusal(
  status: number,
  message: string,
  code?: string,
  type = 'invalid_request_error',
): StripeAnswer {
  return { status, body: { error: { type, message, ...(code === undefined ? {} : { code }) } } }
}

function list(url: string, data: readonly object[], has_more = false): StripeAnswer {
  return { status: 200, body: { object: 'list', url, has_more, data } }
}

/** Lists charges newest first, page by page. */
function chargesSince({ charges }: StripeAccount, query: StripeCall['query']): StripeAnswer {
  const { created, ...page } = query as ChargeQuery // validated
  const found = charges.filter((charge) => charge.created >= Number(created?.gte ?? 0))
  return pageOf('/v1/charges', found, page, charges)
}

function payoutsIn({ payouts }: StripeAccount, query: StripeCall['query']): StripeAnswer {
  const { arrival_date: { gte = 0, lt = Infinity } = {}, ...page } = query as PayoutQuery // validated
  const found = payouts.filter(
    (each) => each.arrival_date >= Number(gte) && each.arrival_date < Number(lt),
  )
  return pageOf('/v1/payouts', found, page)
}

function transactionsOf(account: StripeAccount, query: StripeCall['query']): StripeAnswer {
  const { payout: id = '', ...page } = query as TransactionQuery // validated
  const payout = account.payouts.find((each) => each.id === id)
  if (!payout) return refusal(404, `No such payout: '${id}'`, 'resource_missing')
  if (!payout.automatic)
    return refusal(
      400,
      'Balance transaction history can only be filtered on automatic transfers, not manual.',
    )
  return pageOf('/v1/balance_transactions', account.paidOut.get(id) ?? [], page)
}

/** @param known the objects that a cursor may name */
function pageOf(
  url: string,
  found: readonly { readonly id: string }[],
  { limit = '10', starting_after: after }: PageQuery,
  known = found,
): StripeAnswer {
  if (after !== undefined && known.every(({ id }) => id !== after))
    return refusal(400, `No such object: '${after}'`, 'resource_missing')
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1
  const end = start + Number(limit)
  return list(url, found.slice(start, end), end < found.length)
}

/** Returns a charge, with its balance transaction if the call expands it. */
function retrieveCharge(
  { charges, transactions, mayReadFees }: StripeAccount,
  id: string,
  query: StripeCall['query'],
): StripeAnswer {
  const charge = charges.find((each) => each.id === id)
  if (!charge) return refusal(404, `No such charge: '${id}'`, 'resource_missing')
  const { expand = [] } = query as { expand?: readonly string[] } // validated
  if (!expand.includes('balance_transaction')) return { status: 200, body: charge }
  if (!mayReadFees)
    return refusal(
      403,
      `The provided key 'rk_test_***' does not have the required permissions for this endpoint. Having the 'rak_balance_transaction_source_read' permission would allow this request to continue.`,
    )
  const transaction = transactions.get(charge.balance_transaction ?? '') ?? null
  return { status: 200, body: { ...charge, balance_transaction: transaction } }
}

function retrieve(account: StripeAccount, id: string): StripeAnswer {
  const session = account.findSession(id)
  return session
    ? { status: 200, body: session }
    : refusal(404, `No such checkout.session: '${id}'`, 'resource_missing')
}

function expire(account: StripeAccount, id: string): StripeAnswer {
  const session = account.findSession(id)
  if (!session) return retrieve(account, id)
  if (session.status !== 'open')
    return refusal(400, `This Session cannot be expired because it is ${session.status}.`)
  account.close(session)
  return { status: 200, body: session }
}

function createSession(account: StripeAccount, form: SessionForm): StripeAnswer {
  const { newID, seconds } = account
  const lifetime = form.expires_at === undefined ? 86_400 : Number(form.expires_at) - seconds()
  if (lifetime < 1800 || lifetime > 86_400)
    return refusal(400, 'expires_at must be 30 minutes to 24 hours from now.')
  const prices = form.line_items.map(({ price_data }) => price_data)
  const [currency = '', ...others] = new Set(prices.map((price) => price.currency))
  if (others.length > 0 || !/^[a-z]{3}$/.test(currency))
    return refusal(400, `Invalid currency: ${currency} ${others.join(' ')}`)
  const total = form.line_items.reduce(
    (sum, { quantity, price_data }) => sum + Number(quantity) * Number(price_data.unit_amount),
    0,
  )
  // The minimum is half a dollar. Other currencies have other minimums.
  if (currency === 'usd' && total < 50)
    return refusal(400, 'The total amount due must add up to at least $0.50', 'amount_too_small')
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(form.customer_email ?? 'a@b.example'))
    return refusal(400, `Invalid email address: ${form.customer_email}`, 'email_invalid')
  const id = newID('cs_test')
  const session: StripeSession = {
    id,
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    url: `https://checkout.stripe.com/c/pay/${id}`,
    success_url: form.success_url,
    cancel_url: form.cancel_url,
    expires_at: seconds() + lifetime,
    amount_total: total,
    currency,
    payment_intent: null,
    metadata: form.metadata ?? {},
  }
  account.insertSession(session)
  return { status: 200, body: session }
}

function createRefund(account: StripeAccount, form: RefundForm): StripeAnswer {
  const charge = account.charges.find(
    (each) => each.payment_intent === form.payment_intent && each.status === 'succeeded',
  )
  if (!charge)
    return refusal(400, `This PaymentIntent has no successful charge to refund.`, 'charge_missing')
  const left = account.leftOf(charge)
  const amount = form.amount === undefined ? left : Number(form.amount)
  if (left === 0)
    return refusal(400, 'Charge has already been refunded.', 'charge_already_refunded')
  if (amount > left || amount < 1)
    return refusal(400, `Refund amount (${amount}) is greater than unrefunded amount (${left})`)
  const refund = account.insertRefund(charge, amount, account.refundStatus, form.metadata)
  return { status: 200, body: refund }
}
