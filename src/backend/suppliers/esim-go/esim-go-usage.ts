import { megabytesInGigabyte } from '../../../domain/tariff.ts'
import type { SupplierUsage } from '../supplier.ts'
import type { EsimGoApi } from './esim-go-api.ts'
import { appliedBundles } from './esim-go-objects.ts'
import type { Assignment } from './esim-go-objects.ts'
import { findEsim, pathOfEsim } from './esim-go-profiles.ts'

/** States in which data is available or was used up before the bundle's end. */
const openStates = ['processing', 'queued', 'active', 'depleted']

/**
 * Converts bytes to MB. eSIM Go counts 1,000 MB per GB and the shop counts 1,024, but a bundle of
 * "1GB" must be 1 GB on every page of the shop.
 */
export function megabytesOf(bytes: number): number {
  return Math.round((bytes / 1e9) * megabytesInGigabyte)
}

/** Reads the usage of eSIMs, measured at the time of the call. */
export async function readUsage(
  api: EsimGoApi,
  iccids: readonly string[],
  now: Date,
): Promise<SupplierUsage[]> {
  const usage = await Promise.all(iccids.map(async (iccid) => readEsimUsage(api, iccid, now)))
  return usage.filter((each) => each !== null)
}

/** Returns null when the eSIM is not in the organisation. */
async function readEsimUsage(
  api: EsimGoApi,
  iccid: string,
  now: Date,
): Promise<SupplierUsage | null> {
  const details = await findEsim(api, iccid)
  if (!details) return null
  const query = { includeUsed: 'true', limit: '200' }
  const { bundles } = await api.read(`${pathOfEsim(iccid)}/bundles`, query, appliedBundles)
  const all = bundles.flatMap(({ assignments }) => assignments).filter(isData)
  const open = all.filter((each) => openStates.includes(stateOf(each)))
  // Expired bundles count only if no bundle is open.
  const counted = open.length > 0 ? open : all.filter((each) => stateOf(each) !== 'revoked')
  const ends = counted.flatMap(({ endTime }) => endTime ?? [])
  return {
    iccid,
    state: stateOfEsim(all, details.profileStatus ?? ''),
    ...dataOf(counted),
    validUntil: ends.length === 0 ? null : new Date(Math.max(...ends.map(Number))),
    measuredAt: now,
  }
}

/** Without a bundle, nothing is known: a total of 0 MB would mean that the data is used up. */
function dataOf(counted: readonly Assignment[]) {
  if (counted.length === 0) return { dataUsedMb: null, dataLimitMb: null }
  const initial = sum(counted.map(({ initialQuantity }) => initialQuantity))
  const remaining = sum(counted.map(({ remainingQuantity }) => remainingQuantity))
  const isUnlimited = counted.some(({ unlimited }) => unlimited)
  return {
    dataUsedMb: megabytesOf(initial - remaining),
    dataLimitMb: isUnlimited ? null : megabytesOf(initial),
  }
}

function isData({ callTypeGroup }: Assignment): boolean {
  return (callTypeGroup ?? 'data').toLowerCase() === 'data'
}

function stateOf({ bundleState }: Assignment): string {
  return bundleState.toLowerCase()
}

/** https://docs.esim-go.com, "Bundle Assignment States". */
function stateOfEsim(all: readonly Assignment[], profileStatus: string): SupplierUsage['state'] {
  const has = (...states: string[]) => all.some((each) => states.includes(stateOf(each)))
  if (has('active')) return 'active'
  if (has('queued', 'processing')) {
    if (has('depleted', 'expired')) return 'active'
    return profileStatus === 'Released' ? 'not-installed' : 'installed'
  }
  if (has('depleted')) return 'used-up'
  return has('expired', 'lapsed') ? 'expired' : 'unknown'
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
