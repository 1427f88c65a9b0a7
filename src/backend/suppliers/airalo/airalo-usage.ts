import type { SupplierUsage } from '../supplier.ts'
import type { AiraloApi } from './airalo-api.ts'
import { usageAnswer } from './airalo-objects.ts'
import { expectValue } from './airalo-refusals.ts'

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
