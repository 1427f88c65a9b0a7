import type { SupplierUsage } from '../supplier.ts'
import type { EsimAccessApi } from './esim-access-api.ts'
import { usageRecords } from './esim-access-objects.ts'
import type { AllocatedProfile } from './esim-access-objects.ts'
import { profileOfIccid } from './esim-access-profiles.ts'

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
