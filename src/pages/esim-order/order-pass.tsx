import type { TariffDetails } from '../../contract/tariffs.ts'
import { sumOfPrices } from '../../domain/money.ts'
import { repeatPerPerson, orderParams } from '../../locale/order-params.ts'
import { href } from '../../locale/paths.ts'
import { planPhrase } from '../../locale/place-phrase.ts'
import { fairUseText, priceText, tariffName } from '../../locale/tariff-words.ts'
import { coverageHref } from '../../ui/tariffs/coverage-href.ts'
import { PlanPass } from '../../ui/tariffs/plan-pass.tsx'
import { useSite } from '../../ui/site.tsx'
import type { PlanOrder } from './plan-order.ts'

type Props = {
  readonly order: PlanOrder
  readonly tariff: TariffDetails
  /** The position of the plan in the order. */
  readonly index: number
}

/** Shows a plan of the order, with its coverage. */
export function OrderPass({ order, tariff, index }: Props) {
  const site = useSite()
  const { words } = site
  const { kind, prices, inStock, trafficMb, fairUse } = tariff
  const { people } = order.plans
  const all = repeatPerPerson(order.plans, [prices])
  return (
    <PlanPass
      tariff={tariff}
      count={people > 1 ? words('order.esims', { count: people }) : null}
      price={inStock ? priceText(site, sumOfPrices(all)) : null}
      isNamed={order.tariffs.length === 1}
    >
      {!inStock
        ? words('errors.outOfStock')
        : kind === 'multi'
          ? words('order.worksInSeveral')
          : words('order.worksIn', { place: planPhrase(site.locale, tariff) })}
      {inStock && kind === 'multi' && (
        <a href={coverageHref(site.locale, tariff)}>{words('tariff.coverageTitle')}</a>
      )}
      {inStock && trafficMb === null && <span>{fairUseText(site, fairUse)}</span>}
      {order.tariffs.length > 1 && <RemoveLink {...{ order, tariff, index }} />}
    </PlanPass>
  )
}

function RemoveLink({ order: { plans, visit }, tariff, index }: Props) {
  const site = useSite()
  const { locale, words } = site
  const tariffIDs = plans.tariffIDs.toSpliced(index, 1)
  const url = href(locale, 'order', null, { ...visit, ...orderParams({ ...plans, tariffIDs }) })
  return (
    <a href={url} aria-label={words('order.removeOf', { plan: tariffName(site, tariff) })}>
      {words('order.remove')}
    </a>
  )
}
