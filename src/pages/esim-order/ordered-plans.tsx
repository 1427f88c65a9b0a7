import { useSite } from '../../ui/site.tsx'
import { OrderPass } from './order-pass.tsx'
import type { PlanOrder } from './plan-order.ts'

/** Shows the plans of an order, and the phone that was checked for them. */
export function OrderedPlans({ order }: { order: PlanOrder }) {
  const { words } = useSite()
  const { tariffs, phone } = order
  return (
    <>
      <h1>{words('order.heading')}</h1>
      {tariffs.map((tariff, index) => (
        <OrderPass key={index} order={order} tariff={tariff} index={index} />
      ))}
      {phone !== null && <p className="fits">{words('tariff.checkPhoneDone', { phone })}</p>}
    </>
  )
}
