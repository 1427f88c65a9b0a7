import { tariffName } from '../../locale/tariff-words.ts'
import { useSite } from '../../ui/site.tsx'
import { OrderPass } from './order-pass.tsx'
import type { PlanOrder } from './plan-order.ts'

/**
 * Shows the plans of an order, and the phone that was checked for them. A single plan is the
 * heading.
 */
export function OrderedPlans({ order }: { order: PlanOrder }) {
  const site = useSite()
  const { words } = site
  const { tariffs, phone } = order
  const [first, ...others] = tariffs
  return (
    <>
      {first && others.length === 0 ? (
        <>
          <p className="eyebrow">{words('order.heading')}</p>
          <h1>{tariffName(site, first)}</h1>
        </>
      ) : (
        <h1>{words('order.heading')}</h1>
      )}
      {tariffs.map((tariff, index) => (
        <OrderPass key={index} order={order} tariff={tariff} index={index} />
      ))}
      {phone !== null && <p className="fits">{words('tariff.checkPhoneDone', { phone })}</p>}
    </>
  )
}
