import { orderParams } from '../../../locale/order-params.ts'
import type { OrderPlans } from '../../../locale/order-params.ts'
import type { QueryParams } from '../../../locale/paths.ts'
import { orderPlansOf } from '../../../contract/order-plans.ts'
import type { CheckQuery } from './check-query.ts'

/** Returns the order that led to the check, or null. */
export function orderOf({ tariffID, people }: CheckQuery): OrderPlans | null {
  return tariffID === undefined ? null : orderPlansOf({ tariffID, people })
}

/** Returns the parameters that links of the check need to return to the order. */
export function orderParamsOf(query: CheckQuery): QueryParams {
  const plans = orderOf(query)
  return plans === null ? {} : orderParams(plans)
}
