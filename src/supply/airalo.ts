import type { z } from 'zod'
import { SupplierError } from './supplier.ts'
import type { Supplier, SupplierOrder, SupplierTopUp } from './supplier.ts'
import { createAiraloApi } from './airalo-api.ts'
import type { AiraloSettings, AiraloDependencies, AiraloAnswer, AiraloApi } from './airalo-api.ts'
import { listPlans, costOf, minimumPriceOf, trafficOf } from './airalo-catalogue.ts'
import { airalo } from './supplier-facts.ts'
import {
  fetchProfile,
  findOrder,
  readUsage,
  receiveNotification,
  referenceOfKey,
} from './airalo-usage.ts'
import { roundedMinorOf } from '../kit/money.shared.ts'
import type { Money } from '../kit/money.shared.ts'
import {
  acceptedOrder,
  acceptedRefund,
  submittedOrder,
  expectValue,
  refusedOrder,
  topUpList,
  balanceAnswer,
} from './airalo-objects.ts'

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
    topUp: async (key, iccid, code) => submitTopUp(api, key, iccid, code),
    catalogue: () => listPlans(api),
    balance: async () => readBalance(api),
    receive: async (request) => receiveNotification(api, settings.clientSecret, request, now),
  }
}

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

async function submitTopUp(
  api: AiraloApi,
  key: string,
  iccid: string,
  code: string,
): Promise<SupplierOrder> {
  const form = formOf({ package_id: code, iccid, description: key })
  return orderOf(await api.post('/v2/orders/topups', form, submittedOrder), key)
}

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

function orderOf(
  answer: AiraloAnswer<z.output<typeof submittedOrder>>,
  key: string,
): SupplierOrder {
  if ('refusal' in answer) return refusedOrder(answer.refusal)
  const { id, description, currency, net_price: net, unit_paid_price: paid } = answer.value.data
  if (description !== key)
    throw new SupplierError(airalo.id, 'unknown', 'returned an order with another key')
  const price = net ?? paid
  const cost =
    price != null && currency != null
      ? { minor: roundedMinorOf(price, currency, 'up'), currency }
      : null
  return { status: 'accepted', reference: String(id), cost }
}

/** The API accepts multipart forms only. */
function formOf(fields: { readonly [name: string]: string }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/**
 * Returns the top-ups that fit an eSIM. An eSIM that was recycled or is in another account has
 * none.
 */
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

async function readBalance(api: AiraloApi): Promise<Money | null> {
  const { balances } = expectValue(await api.get('/v2/balance', balanceAnswer)).data
  if (Array.isArray(balances)) return null
  const { amount, currency } = balances.availableBalance
  return { minor: roundedMinorOf(amount, currency, 'down'), currency }
}
