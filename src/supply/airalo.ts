import { z } from 'zod'
import type {
  RefusalReason,
  RefusedOrder,
  Supplier,
  SupplierOrder,
  SupplierTopUp,
  SupplierReport,
  SuppliedProfile,
  SupplierUsage,
} from './supplier.ts'
import { airaloError, createAiraloApi, expectValue } from './airalo-api.ts'
import type {
  AiraloSettings,
  AiraloDependencies,
  AiraloAnswer,
  AiraloApi,
  AiraloRefusal,
} from './airalo-api.ts'
import {
  decimal,
  costOf,
  listPlans,
  minimumPriceOf,
  offerObject,
  accountPricing,
  trafficOf,
} from './airalo-catalogue.ts'
import { airalo } from './supplier-facts.ts'
import { currencyPattern, roundedMinorOf, type Money } from '../kit/money.shared.ts'
import { equalInConstantTime, hmac } from '../kit/crypto.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { emptyReport, usageReport } from './supplier-call.ts'
import { readActivationCode } from '../kit/activation-code.ts'

/** Sells eSIMs of Airalo: https://developers.partners.airalo.com, version 2 of the API. */
export function createAiraloSupplier(
  settings: AiraloSettings,
  dependencies: AiraloDependencies,
): Supplier {
  const api = createAiraloApi(settings, dependencies)
  const { now } = dependencies
  return {
    ...airalo,
    order: async (key, planCode) => submitOrder(api, settings.webhookURL, key, planCode),
    find: async (key) => findOrder(api, key),
    fetch: async (reference) => fetchProfile(api, reference),
    cancel: async (iccid) => cancelProfile(api, iccid),
    usage: async (iccids) => readUsage(api, iccids, now),
    topUps: async (iccid) => listTopUps(api, iccid),
    async topUp(key, iccid, code) {
      const form = formOf({ package_id: code, iccid, description: key })
      return orderOf(await api.post('/v2/orders/topups', form, submittedOrder), key)
    },
    catalogue: () => listPlans(api),
    balance: async () => readBalance(api),
    receive: async (request) => receiveNotification(api, settings.clientSecret, request, now),
  }
}

/**
 * A submitted order or top-up of one package. The shop pays `net_price` or `unit_paid_price`,
 * depending on its account. `price` is the retail price.
 */
const submittedOrder = z.object({
  data: z.object({
    id: z.int(),
    description: z.string().nullable(),
    // An invalid field must not hide that the order was placed.
    currency: z.string().regex(currencyPattern).nullish().catch(null),
    net_price: decimal.nullish().catch(null),
    unit_paid_price: decimal.nullish().catch(null),
  }),
})

const acceptedOrder = z.object({ data: z.object({ request_id: z.string().min(1) }) })

/** Orders one profile, with the key as the order's description. */
async function submitOrder(
  api: AiraloApi,
  webhookURL: string | null,
  key: string,
  planCode: string,
): Promise<SupplierOrder> {
  const fields = { quantity: '1', package_id: planCode, type: 'sim', description: key }
  if (webhookURL === null)
    return orderOf(await api.post('/v2/orders', formOf(fields), submittedOrder), key)
  const form = formOf({ ...fields, webhook_url: webhookURL })
  const answer = await api.post('/v2/orders-async', form, acceptedOrder)
  if ('refusal' in answer) return refusedOrder(answer.refusal)
  // An asynchronous order has no id yet, and cannot be read by its request_id.
  return { status: 'accepted', reference: referenceOfKey(key), cost: null }
}

function orderOf(
  answer: AiraloAnswer<z.output<typeof submittedOrder>>,
  key: string,
): SupplierOrder {
  if ('refusal' in answer) return refusedOrder(answer.refusal)
  const { id, description, currency, net_price: net, unit_paid_price: paid } = answer.value.data
  if (description !== key) throw airaloError('unknown', 'returned an order with another key')
  const price = net ?? paid
  const cost =
    price == null || currency == null
      ? null
      : { minor: roundedMinorOf(price, currency, 'up'), currency }
  return { status: 'accepted', reference: String(id), cost }
}

/** https://developers.partners.airalo.com/error-handling-780831m0, read in November 2026. */
const reasons: { readonly [code: number]: RefusalReason } = {
  11: 'out-of-balance',
  13: 'out-of-stock', // the operator is under maintenance
  14: 'invalid', // checksum
  23: 'plan-gone', // the operator has disabled the top-up
  33: 'out-of-stock',
  34: 'out-of-stock', // or invalid: the catalogue shows which
  43: 'invalid',
  73: 'plan-gone', // the eSIM is recycled and cannot be topped up
}

/**
 * Returns the reason for the refusal of an order. Throws for unassigned refusals: 53 is "something
 * unexpected happened", possibly after the purchase. Without a known reason, a body is a refusal
 * only if its status is that of a refused request.
 */
function refusedOrder(refusal: AiraloRefusal): RefusedOrder {
  const { code, message, status } = refusal
  const reason = code === null ? reasonOfFields(refusal) : reasons[code]
  const isExplained = reason !== 'invalid' || status === 400 || status === 422
  if (reason && isExplained) return { status: 'refused', reason, message }
  throw airaloError('unknown', `returned ${status} ${code}: ${message}`)
}

function reasonOfFields({ fields }: AiraloRefusal): RefusalReason {
  const { package_id: plan, quantity } = fields
  if (plan?.includes('exceed_limit')) return 'out-of-stock'
  if (plan !== undefined) return 'plan-gone'
  return quantity?.includes('not available') ? 'out-of-stock' : 'invalid'
}

const acceptedRefund = z.object({ data: z.object({ refund_id: z.coerce.string() }) })

/**
 * Requests a refund for an unused profile. Airalo's support decides about it, so the shop must not
 * sell the profile in the meantime.
 */
async function cancelProfile(api: AiraloApi, iccid: string): Promise<boolean> {
  const notes = 'The customer was refunded and has not used the eSIM.'
  const form = formOf({ 'iccids[]': iccid, reason: 'OTHERS', notes })
  const answer = await api.post('/v2/refund', form, acceptedRefund)
  // 422: the eSIM is not in this account, or it cannot be refunded.
  if ('refusal' in answer && answer.refusal.status === 422) return false
  return expectValue(answer).data.refund_id !== ''
}

/** The API accepts multipart forms only. */
function formOf(fields: { readonly [name: string]: string }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const topUpList = z.object({ pricing: accountPricing.optional(), data: z.array(offerObject) })

/** An eSIM that was recycled or is in another account has no top-ups. */
async function listTopUps(api: AiraloApi, iccid: string): Promise<readonly SupplierTopUp[]> {
  const answer = await api.get(`/v2/sims/${encodeURIComponent(iccid)}/topups`, topUpList)
  if ('refusal' in answer && (answer.refusal.status === 404 || answer.refusal.code === 73))
    return []
  const { pricing, data } = expectValue(answer)
  return data.map((offer) => ({
    code: offer.id,
    title: offer.title,
    trafficMb: trafficOf(offer),
    validityDays: offer.day,
    cost: costOf(offer, pricing),
    minimumPrice: minimumPriceOf(offer),
  }))
}

/** `balances` is an empty list if there is no account. */
const balanceAnswer = z.object({
  data: z.object({
    balances: z.union([
      z.object({
        availableBalance: z.object({
          amount: decimal,
          currency: z.string().regex(currencyPattern),
        }),
      }),
      z.array(z.never()),
    ]),
  }),
})

async function readBalance(api: AiraloApi): Promise<Money | null> {
  const { balances } = expectValue(await api.get('/v2/balance', balanceAnswer)).data
  if (Array.isArray(balances)) return null
  const { amount, currency } = balances.availableBalance
  return { minor: roundedMinorOf(amount, currency, 'down'), currency }
}

const keyPrefix = 'key:'

const sim = z.object({
  iccid: z.string(),
  lpa: z.string().nullish(),
  matching_id: z.string().nullish(),
  qrcode: z.string().nullish(),
  confirmation_code: z.string().nullish(),
  msisdn: z.string().nullish(),
})
type Sim = z.output<typeof sim>

const order = z.object({
  id: z.int(),
  description: z.string().nullable(),
  sims: z.array(sim).default([]),
  status: z.object({ slug: z.string() }).optional(),
})
type AiraloOrder = z.output<typeof order>

const oneOrder = z.object({ data: order })
const orderList = z.object({ data: z.array(order) })

/** States of an order without a profile. The shop cannot request its refund automatically. */
const lost: { readonly [status: string]: RefusalReason } = {
  failed: 'out-of-stock',
  refunded: 'invalid',
}

/** The reference of an asynchronous order contains its key. Other references are order ids. */
function referenceOfKey(key: string): string {
  return keyPrefix + key
}

/** Returns the id of the order or top-up with this description, or of the first one. */
async function findOrder(api: AiraloApi, key: string): Promise<string | null> {
  const order = await orderWithKey(api, key)
  return order === null ? null : String(order.id)
}

/** Returns the profile of an order, or null if the order has no profile yet. */
async function fetchProfile(
  api: AiraloApi,
  reference: string,
): Promise<SuppliedProfile | RefusedOrder | null> {
  const order = reference.startsWith(keyPrefix)
    ? await orderWithKey(api, reference.slice(keyPrefix.length))
    : await orderWithID(api, reference)
  const status = order?.status?.slug ?? ''
  const reason = lost[status]
  if (reason) return { status: 'refused', reason, message: `the order is ${status}` }
  const [sim] = order?.sims ?? []
  return sim ? profileOf(sim) : null
}

async function orderWithID(api: AiraloApi, id: string): Promise<AiraloOrder> {
  const path = `/v2/orders/${encodeURIComponent(id)}?include=sims,status`
  return expectValue(await api.get(path, oneOrder)).data
}

/** The filter is LIKE '%…%', in which `_` in a key matches any character. */
async function orderWithKey(api: AiraloApi, key: string): Promise<AiraloOrder | null> {
  const query = new URLSearchParams({
    include: 'sims,status',
    'filter[description]': key,
    limit: '50',
  })
  const { data } = expectValue(await api.get(`/v2/orders?${query.toString()}`, orderList))
  const [first = null] = data
    .filter(({ description }) => description === key)
    .toSorted((a, b) => a.id - b.id)
  return first
}

/** The sandbox returns this code for every eSIM. */
const sandboxCode = /^LPA:1\$lpa\.airalo\.com\$TEST$/i

/** The QR code is authoritative, because phones read it. */
function profileOf(sim: Sim): SuppliedProfile {
  const { iccid, qrcode, lpa, matching_id: matchingID } = sim
  const { confirmation_code: confirmationCode, msisdn: mobileNumber } = sim
  const activationCode =
    qrcode && readActivationCode(qrcode).ok ? qrcode : `LPA:1$${lpa ?? ''}$${matchingID ?? ''}`
  return {
    iccid,
    activationCode,
    confirmationCode: confirmationCode || null,
    mobileNumber: mobileNumber || null,
    isTest: sandboxCode.test(activationCode),
  }
}

/** Airalo does not report whether an eSIM is installed, only whether it is active. */
const states: { readonly [status: string]: SupplierUsage['state'] } = {
  NOT_ACTIVE: 'not-active',
  ACTIVE: 'active',
  FINISHED: 'used-up',
  EXPIRED: 'expired',
  RECYCLED: 'expired',
}

const usageAnswer = z.object({
  data: z.object({
    remaining: z.number(),
    total: z.number(),
    expired_at: z.string().nullable(),
    is_unlimited: z.boolean().nullable(),
    status: z.string(),
  }),
})

/**
 * Reads the usage of eSIMs, one request each. Airalo caches its responses for 20 minutes and
 * accepts 10 requests a minute per eSIM.
 */
async function readUsage(
  api: AiraloApi,
  iccids: readonly string[],
  now: () => Date,
): Promise<readonly SupplierUsage[]> {
  const usage: SupplierUsage[] = []
  // One by one, because Airalo accepts five requests a second.
  for (const iccid of iccids) {
    const answer = await api.get(`/v2/sims/${encodeURIComponent(iccid)}/usage`, usageAnswer)
    if ('refusal' in answer && answer.refusal.status === 404) continue
    usage.push(usageOf(iccid, expectValue(answer), now()))
  }
  return usage
}

function usageOf(
  iccid: string,
  { data }: ReturnType<typeof usageAnswer.parse>,
  measuredAt: Date,
): SupplierUsage {
  const { remaining, total, status, is_unlimited: isUnlimited, expired_at: expiredAt } = data
  // Unlimited packages have zeros, which must be ignored according to the documentation.
  const isMeasured = isUnlimited !== true && total > 0
  return {
    iccid,
    state: states[status] ?? 'unknown',
    dataUsedMb: isMeasured ? Math.max(0, total - remaining) : null,
    dataLimitMb: isMeasured ? total : null,
    validUntil: timeOf(expiredAt),
    measuredAt,
  }
}

/** Parses `2022-01-01 00:00:00` as UTC. The documentation states no time zone. */
function timeOf(text: string | null): Date | null {
  const time = new Date(`${(text ?? '').replace(' ', 'T')}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

const notification = z.union([
  z.object({ iccid: z.string(), level: z.string() }),
  z.object({ request_id: z.string(), description: z.string().nullish() }),
  z.object({ data: z.object({ request_id: z.string(), description: z.string().nullish() }) }),
  z.object({ message: z.string(), remaining: decimal }),
])

/**
 * Reads a notification: an asynchronous order is ready or has failed, or an eSIM or the credit is
 * almost used up. The shop does not trust the body, and reads the named objects from the API.
 * Airalo sends the notification every 15 minutes, 20 times, until the response is 200.
 */
async function receiveNotification(
  api: AiraloApi,
  clientSecret: string,
  request: Request,
  now: () => Date,
): Promise<SupplierReport> {
  const body = await request.text()
  if (!(await isSigned(request, body, clientSecret))) return emptyReport(401, unprovenSender)
  const parsed = notification.safeParse(parseJson(body))
  if (!parsed.success) return emptyReport(400, malformedBody(parsed.error))
  const event = 'data' in parsed.data ? parsed.data.data : parsed.data
  if ('iccid' in event) return usageReport(async () => readUsage(api, [event.iccid], now))
  const key = 'request_id' in event ? event.description : null
  return { ...emptyReport(200), references: key ? [referenceOfKey(key)] : [] }
}

/**
 * HMAC-SHA-512 of the body with the client secret, in hexadecimal. The signature covers no time.
 */
async function isSigned(request: Request, body: string, secret: string): Promise<boolean> {
  const given = request.headers.get('airalo-signature') ?? ''
  return equalInConstantTime(given.toLowerCase(), await hmac(secret, body, 'SHA-512'))
}
