import { clientAddressIn } from '../kit/http.ts'
import { parseJson } from '../kit/stored-json.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { SupplierError } from './supplier.ts'
import type { SupplierReport, SupplierUsage, SuppliedProfile } from './supplier.ts'
import { emptyReport, usageReport } from './supplier-call.ts'
import { notification, usageRecords, textOf, profileList } from './esim-access-api.ts'
import type { EsimAccessApi, AllocatedProfile } from './esim-access-api.ts'
import { plainIccid } from '../kit/activation-code.ts'
import { dayMs, isoAfter, isoBefore } from '../kit/time.shared.ts'
import { esimAccess } from './supplier-facts.ts'

/** https://docs.esimaccess.com, "IP Whitelist", read in November 2026. */
const addresses = ['3.1.131.226', '54.254.74.88', '18.136.190.97', '18.136.60.197', '18.136.19.137']

const usageTypes = ['ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE']

/**
 * Webhooks have no signature. The sender must have one of the published addresses, and the shop
 * reads the data from the API.
 */
export async function receiveNotification(
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

/** `usage/query` accepts at most ten eSIMs. */
const batchSize = 10
export const bytesInMegabyte = 1_048_576

/**
 * Reads the usage of eSIMs, which the supplier measures every two or three hours. The response
 * omits unknown eSIMs.
 */
export async function readUsage(
  api: EsimAccessApi,
  iccids: readonly string[],
  now: Date,
): Promise<SupplierUsage[]> {
  const found = await Promise.all(
    iccids.map(async (iccid) => {
      const profile = await profileOfIccid(api, iccid)
      return profile ? [{ iccid, profile }] : []
    }),
  )
  const profiles = found.flat()
  const times = await measurementTimes(
    api,
    profiles.map(({ profile }) => profile.esimTranNo),
  )
  return profiles.map(({ iccid, profile }) => ({
    iccid,
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
  numbers: readonly string[],
): Promise<Map<string, Date>> {
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
  return !['not-installed', 'installed'].includes(stateOf(profile))
}

/** Plans with a daily limit have no total. */
function isTotal({ dataType }: AllocatedProfile): boolean {
  return (dataType ?? 1) <= 1
}

function megabytesOf(bytes: number | null | undefined): number | null {
  return bytes === null || bytes === undefined ? null : Math.round(bytes / bytesInMegabyte)
}

/** "Profile is being downloaded for the order", which takes up to 30 seconds. */
const beingAllocated = '200010'
const noSuchOrder = '310272'

// The API's largest page, and enough pages for a week of a busy shop.
const pageSize = 500
const maxPages = 20
const searchedDays = 7

/** Returns the profile of an order, or null while the supplier allocates it. */
export async function fetchProfile(
  api: EsimAccessApi,
  reference: string,
): Promise<SuppliedProfile | null> {
  const body = { orderNo: reference, iccid: '', pager: { pageNum: 1, pageSize: 5 } }
  const answer = await api.post('esim/query', body, profileList)
  if ('refusal' in answer) {
    if ([beingAllocated, noSuchOrder].includes(answer.refusal.code)) return null
    throw new SupplierError(esimAccess.id, 'not-executed', textOf(answer.refusal))
  }
  const profile = answer.obj.esimList.find(({ iccid, ac }) => iccid && ac)
  return profile ? toProfile(profile) : null
}

/** Returns null when the shop's account has no such eSIM. */
export async function profileOfIccid(
  api: EsimAccessApi,
  iccid: string,
): Promise<AllocatedProfile | null> {
  const body = { orderNo: '', iccid, pager: { pageNum: 1, pageSize: 5 } }
  const { esimList } = await api.read('esim/query', body, profileList)
  return esimList.find((profile) => plainIccid(profile.iccid ?? '') === iccid) ?? null
}

/**
 * Searches the eSIMs of the last seven days for a transaction. Returns the order number of an
 * order, or the key itself for a top-up.
 */
export async function findByKey(
  api: EsimAccessApi,
  key: string,
  now: Date,
): Promise<string | null> {
  const range = {
    startTime: isoBefore(now, searchedDays * dayMs),
    endTime: isoAfter(now, dayMs),
  }
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
  const [, smdpAddress, matchingID] = /^LPA:1\$([^$]+)\$([^$]+)/.exec(ac ?? '') ?? []
  if (smdpAddress === undefined || matchingID === undefined)
    throw new SupplierError(
      esimAccess.id,
      'unknown',
      'returned an invalid activation code, expected LPA:1$ADDRESS$MATCHING_ID',
    )
  return {
    iccid: plainIccid(iccid ?? ''),
    smdpAddress,
    matchingID,
    confirmationCode: null,
    mobileNumber: msisdn ? msisdn : null,
  }
}
