import { orderParams } from '../../../locale/order-params.ts'
import { href } from '../../../locale/paths.ts'
import { useSite } from '../../../ui/site.tsx'
import type { CheckQuery } from './check-query.ts'
import { orderOf } from './check-order.ts'

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
