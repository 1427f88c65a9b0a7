import type { Tariff } from '../../contract/tariffs.ts'
import { ContentStyles } from '../../http/page/content-styles.tsx'
import { orderParams } from '../../locale/order-params.ts'
import { href } from '../../locale/paths.ts'
import { soldOutText } from '../../locale/tariff-words.ts'
import { useSite } from '../../ui/site.tsx'
import { TariffPicks } from '../../ui/tariffs/tariff-picks.tsx'
import { OrderedPlans } from './ordered-plans.tsx'
import { OtherPlan } from './other-plan.tsx'
import type { PlanOrder } from './plan-order.ts'

type Props = { readonly order: PlanOrder; readonly others: readonly Tariff[] }

/** Shows an order with a sold-out plan. Offers to order the other plans, or shows similar plans. */
export function SoldOutView({ order, others }: Props) {
  const { locale, words } = useSite()
  const { tariffs, plans, visit } = order
  const left = plans.tariffIDs.filter((_, index) => tariffs[index]?.inStock)
  return (
    <>
      <section>
        <OrderedPlans order={order} />
        <ContentStyles styles="soldOutOrder" />
        <section className="notice" role="status">
          <p>{soldOutText(words, tariffs)}</p>
          <div className="actions">
            {left.length > 0 && (
              <a
                className="button"
                href={href(locale, 'order', null, {
                  ...visit,
                  ...orderParams({ ...plans, tariffIDs: left }),
                })}
              >
                {words('order.orderLeft')}
              </a>
            )}
            <OtherPlan order={order} className={left.length > 0 ? 'button quiet' : 'button'} />
          </div>
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
