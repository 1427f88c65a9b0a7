import { z } from 'zod'
import { searchString } from '../../api/common.ts'
import { planList, plansQuery, orderPlansOf } from '../../orders/order-query.ts'
import { homeMarkets } from '../phone-model.ts'
import { orderParams, type OrderPlans } from '../../words/order-params.ts'
import { href, type QueryParams } from '../../words/paths.shared.ts'
import { useSite } from '../../ui/site.tsx'
import type { AppContext } from '../../site/app-env.ts'

export const checkQuery = z.object({
  search_string: searchString,
  model: z.string().max(60).optional().catch(undefined),
  bought: z
    .enum([...homeMarkets, 'elsewhere'])
    .optional()
    .catch(undefined),
  lock: z.enum(['free', 'locked']).optional().catch(undefined),
  tariffID: planList.optional().catch(undefined),
  people: plansQuery.people,
})
export type CheckQuery = z.output<typeof checkQuery>

/** Returns the order that led to the check, or null. */
function orderOf({ tariffID, people }: CheckQuery): OrderPlans | null {
  return tariffID === undefined ? null : orderPlansOf({ tariffID, people })
}

/** Returns the parameters that links of the check need to return to the order. */
export function orderParamsOf(query: CheckQuery): QueryParams {
  const plans = orderOf(query)
  return plans === null ? {} : orderParams(plans)
}

type Props = {
  readonly query: CheckQuery
  /** The value stored with the order: the id of a model that fits, or `eid`. */
  readonly phone: string | undefined
}

/** Links to the order that led here, with the answer, or to the plans. */
export function NextLinks({ query, phone }: Props) {
  const { locale, words } = useSite()
  const plans = orderOf(query)
  return (
    <p className="actions">
      {plans === null ? (
        <a className="button" href={href(locale, 'countries')}>
          {words('check.plan')}
        </a>
      ) : (
        <a className="button" href={href(locale, 'order', null, orderParams({ ...plans, phone }))}>
          {words('check.order')}
        </a>
      )}
    </p>
  )
}

/** The client hint with the model. Chromium has it on Android only. */
export const modelHint = 'Sec-CH-UA-Model'

/**
 * Requests the model from browsers on Android. Chromium repeats its first request to send the hint,
 * a round trip that would delay other systems without an answer. It names the system in each
 * request.
 */
export function requestModel(c: AppContext): void {
  if (c.req.header('Sec-CH-UA-Platform') !== '"Android"') return
  c.header('Accept-CH', modelHint)
  c.header('Critical-CH', modelHint)
}
