import type { SupplierTopUp } from '../supplier-plan.ts'
import type { AiraloApi } from './airalo-api.ts'
import { topUpList } from './airalo-objects.ts'
import { costOf, minimumPriceOf, trafficOf } from './airalo-offer.ts'
import { expectValue } from './airalo-refusals.ts'

/**
 * Returns the top-ups that fit an eSIM. An eSIM that was recycled or is in another account has
 * none.
 */
export async function listTopUps(api: AiraloApi, iccid: string): Promise<readonly SupplierTopUp[]> {
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
