import { equalInConstantTime, hmac } from '../kit/crypto.ts'
import { parseJson } from '../kit/stored-json.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { SupplierError } from './supplier.ts'
import type {
  SupplierReport,
  RefusalReason,
  RefusedOrder,
  SuppliedProfile,
  SupplierUsage,
} from './supplier.ts'
import { emptyReport, usageReport } from './supplier-call.ts'
import type { AiraloApi } from './airalo-api.ts'
import { notification, oneOrder, orderList, expectValue, usageAnswer } from './airalo-objects.ts'
import type { AiraloOrder, Sim } from './airalo-objects.ts'
import {
  matchingIdPattern,
  parseLpaString,
  plainIccid,
  iccidPattern,
  smdpAddressPattern,
} from '../kit/activation-code.ts'
import { airalo } from './supplier-facts.ts'

/**
 * Reads a notification: an asynchronous order is ready or has failed, or an eSIM or the credit is
 * almost used up. The shop does not trust the body, and reads the named objects from the API.
 * Airalo sends the notification every 15 minutes, 20 times, until the response is 200.
 */
export async function receiveNotification(
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

/** Airalo does not report whether an eSIM is installed, only whether it is active. */
const states: { readonly [status: string]: SupplierUsage['state'] } = {
  NOT_ACTIVE: 'not-active',
  ACTIVE: 'active',
  FINISHED: 'used-up',
  EXPIRED: 'expired',
  RECYCLED: 'expired',
}

/**
 * Reads the usage of eSIMs, one request each. Airalo caches its responses for 20 minutes and
 * accepts 10 requests a minute per eSIM.
 */
export async function readUsage(
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
