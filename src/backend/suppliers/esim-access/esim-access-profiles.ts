import { plainIccid } from '../../../domain/activation-code.ts'
import { dayMs, isoAfter, isoBefore } from '../../../domain/time-units.ts'
import type { SuppliedProfile } from '../supplier.ts'
import { SupplierError } from '../supplier-error.ts'
import { textOf } from './esim-access-api.ts'
import type { EsimAccessApi } from './esim-access-api.ts'
import { esimAccess } from './esim-access-facts.ts'
import { profileList } from './esim-access-objects.ts'
import type { AllocatedProfile } from './esim-access-objects.ts'

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
