import type { AiraloAccount } from './airalo-account.ts'
import type { SamplePackage } from './airalo-packages.ts'
import {
  destinationShape,
  storedShape,
  submittedShape,
  timeOf,
  topUpID,
  topUpShape,
} from './airalo-shapes.ts'

export type AiraloCall = {
  /** `get /v2/orders/{order_id}` */
  readonly endpoint: string
  /** The order or the eSIM in the path. */
  readonly id: string
  readonly query: URLSearchParams
  readonly form: { readonly [name: string]: string | readonly string[] }
  readonly now: Date
}
export type AiraloReply = { readonly status: number; readonly body: object }

const meta = { message: 'success' }

/** Handles a call as Airalo does. Responses and refusals are those of its documentation. */
export function answerOfAiralo(account: AiraloAccount, call: AiraloCall): AiraloReply {
  const { endpoint, id } = call
  const sim = account.sims.find(({ iccid }) => iccid === id)
  const unknownSim = {
    status: 404,
    body: { data: [], meta: { message: 'messages.resource_not_found' } },
  }
  switch (endpoint) {
    case 'get /v2/packages':
      return listPackages(account, call)
    case 'post /v2/orders':
    case 'post /v2/orders-async':
      return submit(account, call)
    case 'get /v2/orders':
      return listOrders(account, call)
    case 'get /v2/orders/{order_id}': {
      const order = account.orders.find((each) => String(each.id) === id)
      const include = call.query.get('include')?.split(',') ?? []
      return order ? ok({ data: storedShape(order, include), meta }) : unknownSim
    }
    case 'get /v2/sims/{sim_iccid}/usage':
      return sim ? ok({ data: usageOf(sim, call.now), meta }) : unknownSim
    case 'get /v2/sims/{iccid}/topups':
      return sim ? ok({ pricing: netPricing, data: topUpsOf(sim).map(topUpShape) }) : unknownSim
    case 'post /v2/orders/topups':
      return topUp(account, call)
    case 'post /v2/refund':
      return requestRefund(account, call)
    case 'get /v2/balance': {
      const availableBalance = { amount: account.balance / 100, currency: 'USD' }
      return ok({ data: { balances: { name: 'balance', availableBalance } }, meta })
    }
    default:
      throw new Error(`${endpoint} has no answer`)
  }
}

const netPricing = { model: 'net_pricing', discount_percentage: 0 }

function ok(body: object): AiraloReply {
  return { status: 200, body }
}

/** A refusal with problems by request field. */
function invalid(fields: { readonly [name: string]: string }): AiraloReply {
  return { status: 422, body: { data: fields, meta: { message: 'the parameter is invalid' } } }
}

function replyWithCode(code: number, reason: string, status = 422): AiraloReply {
  return { status, body: { code, reason } }
}

/** Packages that cause a refusal in Airalo's sandbox, and a package that is no longer sold. */
const refusals: { readonly [packageID: string]: AiraloReply } = {
  'test-insufficient-balance-7days-1gb': replyWithCode(11, 'Insufficient Airalo Credit: 0.00 USD'),
  'test-maintenance-mode-7days-1gb': replyWithCode(
    13,
    'The requested operator is currently undergoing maintenance. Please try again later.',
  ),
  'test-not-enough-7days-1gb': replyWithCode(
    33,
    'Insufficient stock of eSIMs remaining: 0. Please try your request again later.',
  ),
  'test-out-of-stock-7days-1gb': replyWithCode(
    34,
    'The requested eSIM package is invalid or it is currently out of stock. Please try again later.',
  ),
  'test-bad-request-7days-1gb': replyWithCode(
    43,
    'Bad request. Please check your input and try again.',
  ),
  'test-unexpected-7days-1gb': replyWithCode(
    53,
    "Something unexpected happened. We're working to resolve the issue. Please try again later.",
  ),
}

function submit(account: AiraloAccount, { endpoint, form, now }: AiraloCall): AiraloReply {
  const { package_id: packageID = '', quantity, description = null } = form
  const refusal = refusals[String(packageID)]
  if (refusal) return refusal
  const found = account.find(String(packageID))
  if (!found) return invalid({ package_id: 'The selected package is invalid.', quantity: '' })
  if (quantity !== '1') return invalid({ quantity: 'The quantity may not be greater than 50.' })
  if (account.soldOut.has(found.offer.id))
    return invalid({ quantity: 'SIM quantity is not available. Available quantity: 0.' })
  if (!canPay(account, found.offer))
    return replyWithCode(11, 'Insufficient Airalo Credit: 0.00 USD')
  const isAsync = endpoint === 'post /v2/orders-async'
  if (isAsync && form['webhook_url'] === undefined)
    return { status: 422, body: { reason: 'User is not opted in and no webhook URL provided.' } }
  const requestID = isAsync
    ? `3NhR3gKmqCWK7IWppurpD${String(account.orders.length).padStart(4, '0')}`
    : null
  const order = account.buy(found.offer.id, description as string | null, requestID) // a text
  if (!isAsync) return ok({ data: submittedShape(order), meta })
  return { status: 202, body: { data: { request_id: requestID, accepted_at: timeOf(now) }, meta } }
}

function canPay({ balance }: AiraloAccount, { netPrice }: SamplePackage): boolean {
  return balance >= Math.round(netPrice * 100)
}

function topUp(account: AiraloAccount, { form }: AiraloCall): AiraloReply {
  const { package_id: packageID, iccid, description } = form
  const sim = account.sims.find((each) => each.iccid === iccid)
  const offer = sim && topUpsOf(sim).find((each) => topUpID(each) === packageID)
  if (!offer) return invalid({ package_id: 'invalid topup package' })
  if (!canPay(account, offer)) return replyWithCode(11, 'Insufficient Airalo Credit: 0.00 USD')
  return ok({ data: submittedShape(account.topUp(sim, offer.id, String(description))), meta })
}

function topUpsOf({ operator }: AiraloAccount['sims'][number]): readonly SamplePackage[] {
  return operator.canTopUp ? operator.packages : []
}

function requestRefund(account: AiraloAccount, { form, now }: AiraloCall): AiraloReply {
  const iccids = [form['iccids'] ?? []].flat()
  const sims = account.sims.filter(({ iccid }) => iccids.includes(iccid))
  const others = iccids.filter((iccid) => !sims.some((sim) => sim.iccid === iccid))
  if (others.length > 0) {
    const message = `The following ICCIDs do not belong to your company: ${others.join(', ')}`
    return { status: 422, body: { data: [], meta: { message } } }
  }
  for (const sim of sims) sim.isRefundRequested = true
  return {
    status: 202,
    body: { data: { refund_id: '12345', created_at: timeOf(now).slice(0, 16) }, meta },
  }
}

function usageOf({ used, total, expiresAt }: AiraloAccount['sims'][number], now: Date) {
  const isUnlimited = total === 0
  const remaining = Math.max(0, total - used)
  const isExpired = expiresAt !== null && expiresAt < now
  const isFinished = !isUnlimited && remaining === 0
  const inUse = isFinished ? 'FINISHED' : used > 0 ? 'ACTIVE' : 'NOT_ACTIVE'
  return {
    remaining,
    total,
    expired_at: expiresAt === null ? null : timeOf(expiresAt),
    is_unlimited: isUnlimited,
    status: isExpired ? 'EXPIRED' : inUse,
    remaining_voice: 0,
    remaining_text: 0,
    total_voice: 0,
    total_text: 0,
  }
}

function listPackages({ destinations }: AiraloAccount, { query }: AiraloCall): AiraloReply {
  const { items, page, ...rest } = pageOf(destinations, query, 'packages')
  const shapes = items.map(destinationShape)
  // From the second page, Airalo sends an object whose keys are positions in the whole list.
  const first = (page - 1) * Number(query.get('limit') ?? 15)
  const data =
    page === 1
      ? shapes
      : Object.fromEntries(shapes.map((shape, index) => [String(first + index), shape]))
  return ok({ pricing: netPricing, data, ...rest })
}

function listOrders({ orders }: AiraloAccount, { query }: AiraloCall): AiraloReply {
  const like = query.get('filter[description]')
  const include = query.get('include')?.split(',') ?? []
  const matching = orders.filter(({ description }) => like === null || isLike(description, like))
  const { items, page: _, ...rest } = pageOf(matching.toReversed(), query, 'orders')
  return ok({ data: items.map((order) => storedShape(order, include)), ...rest })
}

/** Matches like SQL's LIKE '%…%'. */
function isLike(text: string | null, like: string): boolean {
  const escaped = like.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const pattern = escaped.replaceAll('_', '.').replaceAll('%', '.*')
  return new RegExp(pattern, 'i').test(text ?? '')
}

function pageOf<T>(all: readonly T[], query: URLSearchParams, name: string) {
  const size = Number(query.get('limit') ?? 15)
  const page = Number(query.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(all.length / size))
  const items = all.slice((page - 1) * size, page * size)
  const path = `https://partners-api.airalo.com/v2/${name}`
  const linkTo = (number: number) =>
    number >= 1 && number <= last ? `${path}?limit=${size}&page=${number}` : null
  return {
    items,
    page,
    links: { first: linkTo(1), last: linkTo(last), prev: linkTo(page - 1), next: linkTo(page + 1) },
    meta: {
      ...meta,
      current_page: page,
      from: (page - 1) * size + 1,
      last_page: last,
      path,
      per_page: String(size),
      to: (page - 1) * size + items.length,
      total: all.length,
    },
  }
}
