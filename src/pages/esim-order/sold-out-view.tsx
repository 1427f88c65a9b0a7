import type { Tariff } from '../../contract/tariffs.ts'
import { useSite } from '../../ui/site.tsx'
import { TariffPicks } from '../../ui/tariffs/tariff-picks.tsx'
import { OrderedPlans } from './ordered-plans.tsx'
import { OtherPlan } from './other-plan.tsx'
import type { PlanOrder } from './plan-order.ts'

type Props = { readonly order: PlanOrder; readonly others: readonly Tariff[] }

/** An order with a sold-out plan. Another plan is the next step, so its link is a button. */
export function SoldOutView({ order, others }: Props) {
  const { words } = useSite()
  const { tariffs } = order
  return (
    <>
      <section>
        <OrderedPlans order={order} />
        <section className="notice" role="status">
          <p>{words(tariffs.length > 1 ? 'order.soldOutOne' : 'order.soldOut')}</p>
          <OtherPlan order={order} className="button" />
        </section>
      </section>
      {others.length > 0 && (
        <section>
          <h2>{words('order.instead', { place: tariffs[0]?.placeTitle ?? '' })}</h2>
          <TariffPicks fares={others} />
        </section>
      )}
    </>
  )
}
