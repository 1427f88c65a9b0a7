import { matchingIdPattern, parseLpaString, plainIccid } from '../../../domain/activation-code.ts'
import { iccidPattern, smdpAddressPattern } from '../../../domain/activation-code.ts'
import { SupplierError } from '../supplier-error.ts'
import type { RefusalReason, RefusedOrder, SuppliedProfile } from '../supplier.ts'
import { airalo } from './airalo-facts.ts'
import type { AiraloApi } from './airalo-api.ts'
import { oneOrder, orderList } from './airalo-objects.ts'
import type { AiraloOrder, Sim } from './airalo-objects.ts'
import { expectValue } from './airalo-refusals.ts'

const keyPrefix = 'key:'

/** States of an order without a profile. The shop cannot request its refund automatically. */
const lost: { readonly [status: string]: RefusalReason } = {
  failed: 'out-of-stock',
  refunded: 'invalid',
}

/** The reference of an asynchronous order contains its key. Other references are order ids. */
export function referenceOfKey(key: string): string {
  return keyPrefix + key
}

/** Returns the id of the order or top-up with this description, or of the first one. */
export async function findOrder(api: AiraloApi, key: string): Promise<string | null> {
  const order = await orderWithKey(api, key)
  return order === null ? null : String(order.id)
}

/** Returns the profile of an order, or null if the order has no profile yet. */
export async function fetchProfile(
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

/** The QR code is authoritative, because phones read it. */
function profileOf(sim: Sim): SuppliedProfile {
  const { confirmation_code: confirmationCode = null, msisdn: mobileNumber = null } = sim
  const { smdpAddress, matchingId: matchingID } = parseLpaString(sim.qrcode ?? '') ?? {
    smdpAddress: sim.lpa ?? '',
    matchingId: sim.matching_id ?? '',
  }
  const iccid = plainIccid(sim.iccid)
  const isComplete =
    iccidPattern.test(iccid) &&
    smdpAddressPattern.test(smdpAddress) &&
    matchingIdPattern.test(matchingID)
  if (!isComplete)
    throw new SupplierError(
      airalo.id,
      'not-executed',
      `the profile ${iccid} lacks a valid ICCID, SM-DP+ address or matching ID`,
    )
  return { iccid, smdpAddress, matchingID, confirmationCode, mobileNumber }
}
