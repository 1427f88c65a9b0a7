import { planName, fairUseText, priceText } from '../../words/plan-words.ts'
import { useSite } from '../../ui/site.tsx'
import type { PlanOrder } from './order-form-props.ts'
import type { DetailedPlan } from '../../plans/operations.ts'
import { sumOfPrices } from '../../kit/money.shared.ts'
import { repeatPerPerson, orderParams } from '../../words/order-params.ts'
import { href } from '../../words/paths.shared.ts'
import { planPhrase } from '../../words/place-names.ts'
import { coverageHref, PlanPass } from '../../plans/plan-checks.tsx'

/**
 * Shows the plans of an order, and the phone that was checked for them. A single plan is the
 * heading.
 */
export function OrderedPlans({ order }: { order: PlanOrder }) {
  const site = useSite()
  const { words } = site
  const { tariffs: plans, phone } = order
  const [first, ...others] = plans
  return (
    <>
      {first && others.length === 0 ? (
        <>
          <p className="eyebrow">{words('order.heading')}</p>
          <h1>{planName(site, first)}</h1>
        </>
      ) : (
        <h1>{words('order.heading')}</h1>
      )}
      {plans.map((plan, index) => (
        <OrderPass key={index} order={order} tariff={plan} index={index} />
      ))}
      {phone !== null && <p className="fits">{words('tariff.checkPhoneDone', { phone })}</p>}
    </>
  )
}

type Props = {
  readonly order: PlanOrder
  readonly tariff: DetailedPlan
  /** The position of the plan in the order. */
  readonly index: number
}

/** Shows a plan of the order, with its coverage. */
function OrderPass({ order, tariff: plan, index }: Props) {
  const site = useSite()
  const { words } = site
  const { kind, prices, inStock, trafficMb, fairUseNote } = plan
  const { people } = order.plans
  const all = repeatPerPerson(order.plans, [prices])
  return (
    <PlanPass
      tariff={plan}
      count={people > 1 ? words('order.esims', { count: people }) : null}
      price={inStock ? priceText(site, sumOfPrices(all)) : null}
      isNamed={order.tariffs.length === 1}
    >
      {!inStock
        ? words('errors.outOfStock')
        : kind === 'multi'
          ? words('order.worksInSeveral')
          : words('order.worksIn', { place: planPhrase(site.locale, plan) })}
      {inStock && kind === 'multi' && (
        <a href={coverageHref(site.locale, plan)}>{words('tariff.coverageTitle')}</a>
      )}
      {inStock && (trafficMb === null || fairUseNote) && <span>{fairUseText(site, plan)}</span>}
      {order.tariffs.length > 1 && <RemoveLink {...{ order, tariff: plan, index }} />}
    </PlanPass>
  )
}

function RemoveLink({ order: { plans, visit }, tariff: plan, index }: Props) {
  const site = useSite()
  const { locale, words } = site
  const tariffIDs = plans.tariffIDs.toSpliced(index, 1)
  const url = href(locale, 'order', null, { ...visit, ...orderParams({ ...plans, tariffIDs }) })
  return (
    <a href={url} aria-label={words('order.removeOf', { plan: planName(site, plan) })}>
      {words('order.remove')}
    </a>
  )
}
