import { z } from 'zod'
import type {
  Supplier,
  RefusalReason,
  SupplierOrder,
  SupplierReport,
  SupplierUsage,
  SuppliedProfile,
} from './supplier.ts'
import {
  createEsimAccessApi,
  bytesInMegabyte,
  esimAccessError,
  integer,
  textOf,
  type EsimAccessApi,
  type EsimAccessDependencies,
  type EsimAccessSettings,
  type EsimAccessRefusal,
} from './esim-access-api.ts'
import { listPlans, listTopUps } from './esim-access-catalogue.ts'
import { esimAccess } from './supplier-facts.ts'
import { clientAddressIn } from '../kit/http.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { emptyReport, usageReport } from './supplier-call.ts'
import { plainIccid } from '../kit/activation-code.ts'
import { dayMs, isoAfter, isoBefore } from '../kit/time.shared.ts'

/** The account's currency: https://docs.esimaccess.com, "Balance Query". */
const currency = 'USD'

const accountBalance = z.object({ balance: z.int() })

/** Sells eSIMs of eSIM Access: https://docs.esimaccess.com, version 1.6. */
export function createEsimAccessSupplier(
  settings: EsimAccessSettings,
  dependencies: EsimAccessDependencies,
): Supplier {
  const api = createEsimAccessApi(settings, dependencies)
  const { now } = dependencies
  return {
    ...esimAccess,
    order: (key, planCode) => orderPlan(api, key, planCode, now()),
    find: (key) => findByKey(api, key, now()),
    fetch: (reference) => fetchProfile(api, reference),
    cancel: (iccid) => cancelProfile(api, iccid),
    usage: (iccids) => readUsage(api, iccids, now()),
    topUps: (iccid) => listTopUps(api, iccid),
    topUp: (key, iccid, code) => orderTopUp(api, key, iccid, code),
    catalogue: () => listPlans(api),
    balance: async () => {
      const { balance } = await api.read('balance/query', {}, accountBalance)
      // The balance is in USD × 10,000. Rounds down, because it must not look higher than it is.
      return { minor: Math.floor(balance / 100), currency }
    },
    receive: (request) => receiveNotification(api, request, now()),
  }
}

/** "This operation is not allowed due to the order status." */
const wrongStatus = '200002'
/** The key was used before, so the first request took effect. */
const duplicateKey = '310402'

/** Errors of the request: headers, method, JSON, parameters, time. */
const requestErrors = '000101 000102 000103 000104 000105 000106 000107 101001 400001'.split(' ')

/**
 * Error codes of https://docs.esimaccess.com, "Error Codes", read in November 2026. After any other
 * code, the order may have been placed.
 */
const reasons: { readonly [code: string]: RefusalReason } = {
  ...Object.fromEntries(requestErrors.map((code) => [code, 'invalid' as const])),
  '200002': 'invalid', // the eSIM can no longer be topped up
  '200005': 'invalid', // the price
  '200006': 'invalid', // the amount
  '200008': 'invalid', // the parameters of the order
  '200007': 'out-of-balance',
  '200011': 'out-of-stock',
  '310201': 'plan-gone',
  '310241': 'plan-gone',
  '310243': 'plan-gone',
  '310403': 'invalid', // the eSIM is of another account
}

const newOrder = z.object({ orderNo: z.string().min(1) })

/** Orders a profile. A repeated key returns the same order. */
async function orderPlan(
  api: EsimAccessApi,
  key: string,
  planCode: string,
  now: Date,
): Promise<SupplierOrder> {
  const body = { transactionId: key, packageInfoList: [{ packageCode: planCode, count: 1 }] }
  const answer = await api.post('esim/order', body, newOrder)
  if ('obj' in answer) return acceptedOrder(answer.obj.orderNo)
  if (answer.refusal.code !== duplicateKey) return orderOfRefusal(answer.refusal)
  const reference = await findByKey(api, key, now)
  if (reference !== null) return acceptedOrder(reference)
  // The list does not contain an order whose profile is not allocated yet.
  throw esimAccessError('unknown', 'has the order, but does not list it yet')
}

/** Adds a top-up. Its reference is the key, because top-ups have no order number. */
async function orderTopUp(
  api: EsimAccessApi,
  key: string,
  iccid: string,
  code: string,
): Promise<SupplierOrder> {
  const profile = await profileOfIccid(api, iccid)
  if (!profile)
    return { status: 'refused', reason: 'invalid', message: 'the account has no such eSIM' }
  const body = { esimTranNo: profile.esimTranNo, packageCode: code, transactionId: key }
  const answer = await api.post('esim/topup', body, z.object({}))
  if ('obj' in answer || answer.refusal.code === duplicateKey) return acceptedOrder(key)
  return orderOfRefusal(answer.refusal)
}

/** Responses do not contain the cost of an order. */
function acceptedOrder(reference: string): SupplierOrder {
  return { status: 'accepted', reference, cost: null }
}

function orderOfRefusal(refusal: EsimAccessRefusal): SupplierOrder {
  const reason = reasons[refusal.code]
  const message = textOf(refusal)
  return reason ? { status: 'refused', reason, message } : { status: 'unclear', message }
}

/** `2024-08-21T08:45:04+0000`, UTC. */
const time = z
  .string()
  .transform((text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))
  .refine((date) => !Number.isNaN(date.getTime()), 'must be a time')

/** An eSIM as `esim/query` returns it. Without `iccid`, it is not allocated yet. */
const allocatedProfile = z.object({
  esimTranNo: z.string().min(1),
  orderNo: z.string().min(1),
  transactionId: z.string().nullish(),
  iccid: z.string().nullish(),
  /** The LPA string, `LPA:1$host$matching ID`. */
  ac: z.string().nullish(),
  msisdn: z.string().nullish(),
  smdpStatus: z.string().nullish(),
  esimStatus: z.string().nullish(),
  /** Before the activation, this is the last day to install it. */
  expiredTime: time.nullish(),
  /** Bytes. */
  totalVolume: integer.nullish(),
  orderUsage: integer.nullish(),
  /** 1 is a total amount of data. The other types have a daily limit. */
  dataType: integer.nullish(),
  packageList: z.array(z.object({ transactionId: z.string().nullish() })).nullish(),
})
type AllocatedProfile = z.output<typeof allocatedProfile>

const profileList = z.object({ esimList: z.array(allocatedProfile) })

const usageRecord = z.object({
  esimTranNo: z.string(),
  /** Bytes. */
  dataUsage: integer,
  totalData: integer,
  lastUpdateTime: time.nullish(),
})
/** The documentation shows a list, but the API wraps it. */
const usageRecords = z.union([
  z.array(usageRecord),
  z.object({ esimUsageList: z.array(usageRecord) }).transform(({ esimUsageList }) => esimUsageList),
])

/** `usage/query` accepts at most ten eSIMs. */
const batchSize = 10

/**
 * Reads the usage of eSIMs, which the supplier measures every two or three hours. The response
 * omits unknown eSIMs.
 */
async function readUsage(
  api: EsimAccessApi,
  iccids: readonly string[],
  now: Date,
): Promise<SupplierUsage[]> {
  const found = await Promise.all(
    iccids.map(async (iccid) => ({ iccid, profile: await profileOfIccid(api, iccid) })),
  )
  const profiles = found.flatMap(({ iccid, profile }) => (profile ? [{ ...profile, iccid }] : []))
  const times = await measurementTimes(api, profiles)
  return profiles.map((profile) => ({
    iccid: profile.iccid,
    state: stateOf(profile),
    dataUsedMb: megabytesOf(profile.orderUsage),
    dataLimitMb: isTotal(profile) ? megabytesOf(profile.totalVolume) : null,
    // Before the activation, `expiredTime` is the deadline for the installation.
    validUntil: isStarted(profile) ? (profile.expiredTime ?? null) : null,
    measuredAt: times.get(profile.esimTranNo) ?? now,
  }))
}

async function measurementTimes(
  api: EsimAccessApi,
  profiles: readonly AllocatedProfile[],
): Promise<Map<string, Date>> {
  const numbers = profiles.map(({ esimTranNo }) => esimTranNo)
  const batches = Array.from({ length: Math.ceil(numbers.length / batchSize) }, (_, index) =>
    numbers.slice(index * batchSize, (index + 1) * batchSize),
  )
  const answers = await Promise.all(
    batches.map((esimTranNoList) => api.read('esim/usage/query', { esimTranNoList }, usageRecords)),
  )
  return new Map(
    answers
      .flat()
      .flatMap(({ esimTranNo, lastUpdateTime }) =>
        lastUpdateTime ? [[esimTranNo, lastUpdateTime]] : [],
      ),
  )
}

/** https://docs.esimaccess.com, "Understanding eSIM Profile Status". */
const states: { readonly [esimStatus: string]: SupplierUsage['state'] } = {
  IN_USE: 'active',
  USED_UP: 'used-up',
  USED_EXPIRED: 'expired',
  UNUSED_EXPIRED: 'expired',
}

function stateOf({ esimStatus, smdpStatus }: AllocatedProfile): SupplierUsage['state'] {
  if (esimStatus === 'GOT_RESOURCE')
    return smdpStatus === 'RELEASED' ? 'not-installed' : 'installed'
  return states[esimStatus ?? ''] ?? 'unknown'
}

function isStarted(profile: AllocatedProfile): boolean {
  const isUnused = profile.esimStatus === 'UNUSED_EXPIRED'
  return !isUnused && !['not-installed', 'installed'].includes(stateOf(profile))
}

/** Plans with a daily limit have no total. */
function isTotal({ dataType }: AllocatedProfile): boolean {
  return (dataType ?? 1) <= 1
}

function megabytesOf(bytes: number | null | undefined): number | null {
  return bytes == null ? null : Math.round(bytes / bytesInMegabyte)
}

/** "Profile is being downloaded for the order", which takes up to 30 seconds. */
const beingAllocated = '200010'
const noSuchOrder = '310272'

// The API's largest page, and enough pages for a week of a busy shop.
const pageSize = 500
const maxPages = 20
const searchedDays = 7

/** Returns the profile of an order, or null while the supplier allocates it. */
async function fetchProfile(
  api: EsimAccessApi,
  reference: string,
): Promise<SuppliedProfile | null> {
  const body = { orderNo: reference, iccid: '', pager: { pageNum: 1, pageSize: 5 } }
  const answer = await api.post('esim/query', body, profileList)
  if ('refusal' in answer) {
    if ([beingAllocated, noSuchOrder].includes(answer.refusal.code)) return null
    throw esimAccessError('not-executed', textOf(answer.refusal))
  }
  const profile = answer.obj.esimList.find(({ iccid, ac }) => iccid && ac)
  return profile ? toProfile(profile) : null
}

/**
 * Returns null when the shop's account has no such eSIM. The supplier reuses ICCIDs, and the eSIM
 * with the highest number is the present one.
 */
async function profileOfIccid(api: EsimAccessApi, iccid: string): Promise<AllocatedProfile | null> {
  const body = { orderNo: '', iccid, pager: { pageNum: 1, pageSize: 50 } }
  const { esimList } = await api.read('esim/query', body, profileList)
  const profiles = esimList.filter((profile) => plainIccid(profile.iccid ?? '') === iccid)
  const newestFirst = profiles.toSorted((one, other) =>
    other.esimTranNo.localeCompare(one.esimTranNo, 'en', { numeric: true }),
  )
  return newestFirst[0] ?? null
}

/**
 * Searches the eSIMs of the last seven days for a transaction. Returns the order number of an
 * order, or the key itself for a top-up.
 */
async function findByKey(api: EsimAccessApi, key: string, now: Date): Promise<string | null> {
  const range = { startTime: isoBefore(now, searchedDays * dayMs), endTime: isoAfter(now, dayMs) }
  for (let pageNum = 1; pageNum <= maxPages; pageNum += 1) {
    const body = { orderNo: '', iccid: '', ...range, pager: { pageNum, pageSize } }
    // oxlint-disable-next-line no-await-in-loop -- each page shows whether there is a next page
    const { esimList } = await api.read('esim/query', body, profileList)
    for (const profile of esimList) {
      if (profile.transactionId === key) return profile.orderNo
      if (profile.packageList?.some(({ transactionId }) => transactionId === key)) return key
    }
    if (esimList.length < pageSize) return null
  }
  return null
}

function toProfile({ iccid, ac, msisdn }: AllocatedProfile): SuppliedProfile {
  return {
    iccid: iccid ?? '',
    activationCode: ac ?? '',
    confirmationCode: null,
    mobileNumber: msisdn || null,
    isTest: false,
  }
}

/**
 * Returns a profile that no phone has downloaded. The supplier credits its price to the balance.
 */
async function cancelProfile(api: EsimAccessApi, iccid: string): Promise<boolean> {
  const profile = await profileOfIccid(api, iccid)
  if (profile?.esimStatus === 'CANCEL') return true
  if (profile?.esimStatus !== 'GOT_RESOURCE' || profile.smdpStatus !== 'RELEASED') return false
  const { esimTranNo } = profile
  const answer = await api.post('esim/cancel', { esimTranNo }, z.unknown())
  if ('obj' in answer) return true
  if (answer.refusal.code === wrongStatus) return false
  throw esimAccessError('not-executed', textOf(answer.refusal))
}

/** https://docs.esimaccess.com, "IP Whitelist", read in November 2026. */
const addresses = ['3.1.131.226', '54.254.74.88', '18.136.190.97', '18.136.60.197', '18.136.19.137']

const usageTypes = ['ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE']

const notification = z.object({
  notifyType: z.string(),
  content: z.object({ orderNo: z.string().nullish(), iccid: z.string().nullish() }).nullish(),
})

/**
 * Webhooks have no signature. The sender must have one of the published addresses, and the shop
 * reads the data from the API.
 */
async function receiveNotification(
  api: EsimAccessApi,
  request: Request,
  now: Date,
): Promise<SupplierReport> {
  if (!addresses.includes(clientAddressIn(request.headers))) return emptyReport(403, unprovenSender)
  const parsed = notification.safeParse(parseJson(await request.text()))
  if (!parsed.success) return emptyReport(400, malformedBody(parsed.error))
  const { notifyType, content } = parsed.data
  if (notifyType === 'ORDER_STATUS' && content?.orderNo)
    return { ...emptyReport(200), references: [content.orderNo] }
  const iccid = content?.iccid
  if (!usageTypes.includes(notifyType) || !iccid) return emptyReport(200)
  return usageReport(async () => readUsage(api, [iccid], now))
}
