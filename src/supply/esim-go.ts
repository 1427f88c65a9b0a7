import { minorDigits } from '../kit/money.shared.ts'
import { SupplierError } from './supplier.ts'
import type { Supplier, RefusalReason, RefusedOrder, SupplierOrder } from './supplier.ts'
import {
  createEsimGoApi,
  currentOrganisation,
  textOf,
  compatibility,
  createdOrder,
  validatedOrder,
} from './esim-go-api.ts'
import type { EsimGoDependencies, EsimGoSettings, EsimGoApi } from './esim-go-api.ts'
import { receiveCallback, cancelProfile, fetchProfile, readUsage } from './esim-go-usage.ts'
import { listPlans, listTopUps, costOf } from './esim-go-catalogue.ts'
import { esimGo } from './supplier-facts.ts'

/** Sells eSIMs of eSIM Go: https://docs.esim-go.com, API v2.5 and callbacks of version 3. */
export function createEsimGoSupplier(
  settings: EsimGoSettings,
  { fetch, now }: EsimGoDependencies,
): Supplier {
  const api = createEsimGoApi(settings, fetch)
  return {
    ...esimGo,
    order: async (_key, planCode) => placeOrder(api, { item: planCode }),
    // An order cannot contain the shop's key, so an order with a lost answer is held.
    find: async () => null,
    fetch: (reference) => fetchProfile(api, reference),
    cancel: (iccid) => cancelProfile(api, iccid),
    usage: (iccids) => readUsage(api, iccids, now()),
    topUps: (iccid) => listTopUps(api, iccid),
    topUp: async (_key, iccid, code) => placeTopUp(api, iccid, code),
    catalogue: () => listPlans(api),
    balance: async () => {
      const { balance, currency } = await api.read('/organisation', {}, currentOrganisation)
      const minor = balance * 10 ** minorDigits(currency)
      return { minor: Math.floor(Number(minor.toFixed(4))), currency }
    },
    receive: (request) => receiveCallback(api, settings.apiKey, request, now()),
  }
}

/** Refusals have messages and no codes. A message that is not listed here can mean anything. */
const reasons: readonly (readonly [text: RegExp, reason: RefusalReason])[] = [
  [/balance|credit|funds/i, 'out-of-balance'],
  [/out of stock|no esims? available|unavailable/i, 'out-of-stock'],
  [
    /(bundle|item) .*(not found|does not exist|no longer)|(unknown|invalid) (bundle|item)/i,
    'plan-gone',
  ],
]

type FailedAnswer = { readonly status: number; readonly message: string }
type Item = { readonly item: string; readonly iccids?: readonly string[] }

/**
 * Validates an order, which buys nothing, and then places it. Only the second call can have an
 * unknown outcome.
 */
async function placeOrder(api: EsimGoApi, item: Item): Promise<SupplierOrder> {
  const checked = await validation(api, item)
  if (checked !== null) return checked
  const answer = await api.call(orderRequest('transaction', item), createdOrder)
  if (!('value' in answer))
    return refusedOrder(answer) ?? { status: 'unclear', message: textOf(answer) }
  const { orderReference, status, statusMessage, total, currency } = answer.value
  // The documentation lists no failed states, so the outcome is unknown.
  if (/fail|reject|cancel/i.test(status ?? ''))
    throw new SupplierError(
      esimGo.id,
      'unknown',
      `order ${orderReference} is ${status}: ${statusMessage ?? 'no reason given'}`,
    )
  const cost = total != null && currency != null ? costOf(total, currency) : null
  return { status: 'accepted', reference: orderReference, cost }
}

/** Adds a bundle to an existing eSIM, never to a new one. */
async function placeTopUp(api: EsimGoApi, iccid: string, code: string): Promise<SupplierOrder> {
  const path = `/esims/${encodeURIComponent(iccid)}/compatible/${encodeURIComponent(code)}`
  const answer = await withoutEffect(async () => api.call({ path }, compatibility))
  if (!('value' in answer)) return refusedCheck(answer)
  if (!answer.value.compatible)
    return { status: 'refused', reason: 'plan-gone', message: 'the bundle does not fit the eSIM' }
  return placeOrder(api, { item: code, iccids: [iccid] })
}

/** Returns null when the order can be placed. */
async function validation(api: EsimGoApi, item: Item): Promise<SupplierOrder | null> {
  const answer = await withoutEffect(async () =>
    api.call(orderRequest('validate', item), validatedOrder),
  )
  if (!('value' in answer)) return refusedCheck(answer)
  if (answer.value.valid !== false) return null
  return { status: 'refused', reason: 'plan-gone', message: 'the order is not valid' }
}

/** A refused validation or compatibility check buys nothing, even if its message is unknown. */
async function refusedCheck(answer: FailedAnswer): Promise<SupplierOrder> {
  const order = await withoutEffect(async () => refusedOrder(answer))
  return order ?? { status: 'refused', reason: 'invalid', message: textOf(answer) }
}

/** A failed validation or compatibility check buys nothing, so its error is `not-executed`. */
async function withoutEffect<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    const { retryAfter, isKeyRefused } = error
    const options = { cause: error, retryAfter, isKeyRefused }
    throw new SupplierError(esimGo.id, 'not-executed', error.message, options)
  }
}

function orderRequest(type: 'validate' | 'transaction', item: Item) {
  const line = { type: 'bundle', quantity: 1, allowReassign: false, ...item }
  return { method: 'POST', path: '/orders', body: { type, assign: true, order: [line] } } as const
}

/** Returns null when the message is unknown. */
function refusedOrder(answer: FailedAnswer): RefusedOrder | null {
  const { status } = answer
  const message = textOf(answer)
  // The eSIM is in another account.
  if (status === 403) return { status: 'refused', reason: 'invalid', message }
  // A proxy or a rate limiter may return another status after the purchase.
  if (status !== 400 && status !== 422) throw new SupplierError(esimGo.id, 'unknown', message)
  const [, reason] = reasons.find(([text]) => text.test(answer.message)) ?? []
  return reason ? { status: 'refused', reason, message } : null
}
