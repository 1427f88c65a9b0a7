import { z } from 'zod'
import { tariffID, wholeNumber } from '../api/common.ts'
import { maxLines, mostPeople } from '../kit/order-number.ts'
import type { OrderPlans } from '../words/order-params.ts'

/** One plan, or several plans separated by commas. */
export const planList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(tariffID).max(maxLines))

/** The id of a phone model, or `eid`. */
export const phoneID = z.string().max(60)

/** The fields of a query that name the plans of an order. */
export const plansQuery = {
  people: wholeNumber({ min: 1 }).catch(1),
  phone: phoneID.optional().catch(undefined),
}

type PlansQuery = Omit<OrderPlans, 'tariffIDs'> & { readonly tariffID: readonly string[] }

/** Returns the plans of a query. Limits the people to as many as one order can have. */
export function orderPlansOf({ tariffID: tariffIDs, people, phone }: PlansQuery): OrderPlans {
  return { tariffIDs, people: Math.min(people, mostPeople(tariffIDs.length)), phone }
}
