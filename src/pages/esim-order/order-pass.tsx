import type { TariffDetails } from '../../contract/tariffs.ts'
import { sumOfPrices } from '../../domain/money.ts'
import { repeatPerPerson, orderParams } from '../../locale/order-params.ts'
import { href } from '../../locale/paths.ts'
import { planPhrase } from '../../locale/place-phrase.ts'
import { fairUseText, priceText, sizeText, tariffName } from '../../locale/tariff-words.ts'
import { Flag } from '../../ui/flag.tsx'
import { coverageHref } from '../../ui/tariffs/coverage-href.ts'
import { useSite } from '../../ui/site.tsx'
import type { PlanOrder } from './plan-order.ts'

type Props = {
  readonly order: PlanOrder
  readonly tariff: TariffDetails
  /** The position of the plan in the order. */
  readonly index: number
}

/** Shows a plan of the order in two lines, with its coverage. */
export function OrderPass({ order, tariff, index }: Props) {
  const site = useSite()
  const { words } = site
  const { kind, placeTitle, countryCodes, validityDays, operator, prices, inStock } = tariff
  const { trafficMb, fairUse } = tariff
  const { people } = order.plans
  const all = repeatPerPerson(order.plans, [prices])
  const facts = [
    ...(people > 1 ? [words('order.esims', { count: people })] : []),
    sizeText(site, tariff),
    words('units.days', { count: validityDays }),
    kind === 'multi'
      ? words('units.countries', { count: countryCodes.length }).replaceAll(' ', '\u00A0')
      : operator.title,
  ]
  return (
    <div className="order-pass">
      {kind !== 'multi' && <Flag country={countryCodes[0] ?? ''} isEager />}
      <p>
        <b>{placeTitle}</b>
        <span>{facts.join(', ')}</span>
      </p>
      {inStock && <p className="price">{priceText(site, sumOfPrices(all))}</p>}
      <p className="soft">
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
      </p>
    </div>
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
