import type { ReactNode } from 'react'
import type { DetailedPlan, Plan } from './operations.ts'
import { orderParams, type OrderPlans } from '../words/order-params.ts'
import { formatList } from '../words/formats.shared.ts'
import { href } from '../words/paths.shared.ts'
import { planPhrase } from '../words/place-names.ts'
import { useSite } from '../ui/site.tsx'
import { sizeText, termTexts } from '../words/plan-words.ts'
import { noBreakSpace, type Locale } from '../words/locales.shared.ts'
import { Flag } from '../ui/flag.tsx'
import { InkEdge } from './map/inks.tsx'

type ChecksProps = {
  readonly tariffs: readonly DetailedPlan[]
  readonly plans: OrderPlans
  /** The name of the phone that was checked and fits, or null. */
  readonly phone?: string | null
}

/** Lists the checks before buying. The check of the phone is ticked if the phone has passed. */
export function PlanChecks({ tariffs, plans, phone = null }: ChecksProps) {
  const { locale, words } = useSite()
  const again = href(locale, 'check', null, orderParams({ ...plans, phone: undefined }))
  return (
    <div className="notice">
      <h2>{words('tariff.checkTitle')}</h2>
      <ul className="checks">
        <li className={phone === null ? undefined : 'done'}>
          {phone === null ? words('tariff.checkPhone') : words('tariff.checkPhoneDone', { phone })}{' '}
          <a href={again}>
            {words(phone === null ? 'tariff.checkPhoneHow' : 'tariff.checkPhoneAgain')}
          </a>
        </li>
        <li>
          <PlaceCheck tariffs={tariffs} />
        </li>
        <TermChecks tariffs={tariffs} />
        <li>{words(installCheckOf(tariffs))}</li>
      </ul>
      <p className="soft">{words('tariff.checkReturn')}</p>
      <RefundStamp />
    </div>
  )
}

/** Whether the traveller installs before the departure, or only when the days may begin. */
export function installCheckOf(plans: readonly Pick<DetailedPlan, 'starts'>[]) {
  return plans.some(({ starts }) => starts === 'installation')
    ? 'tariff.checkInstallStarts'
    : 'tariff.checkInstall'
}

/** Lists what limits the plans, with the place of each if there are several. */
export function TermChecks({ tariffs: plans }: Pick<ChecksProps, 'tariffs'>) {
  const site = useSite()
  const texts = plans.flatMap((plan) =>
    termTexts(site, plan).map((text) => (plans.length > 1 ? `${plan.placeTitle}: ${text}` : text)),
  )
  return [...new Set(texts)].map((text) => <li key={text}>{text}</li>)
}

function PlaceCheck({ tariffs: plans }: Pick<ChecksProps, 'tariffs'>) {
  const { locale, words } = useSite()
  const several = plans.find(({ kind }) => kind === 'multi')
  if (several)
    return (
      <>
        {words('tariff.checkCountries')}{' '}
        <a href={coverageHref(locale, several)}>{words('tariff.coverageTitle')}</a>
      </>
    )
  const places = [...new Set(plans.map((plan) => planPhrase(locale, plan)))]
  const [place = ''] = places
  return places.length === 1
    ? words('tariff.checkCountry', { place })
    : words('tariff.checkPlaces', { places: formatList(locale, places) })
}

/** Returns the URL of the countries and networks of a plan, on the plan's page. */
export function coverageHref(
  locale: Locale,
  { operator, tariffID }: Pick<Plan, 'operator' | 'tariffID'>,
): string {
  return `${href(locale, 'tariff', { operator: operator.ident, tariffID })}#coverage`
}

/** Shows the operator's promise to refund an eSIM that was not installed, if there is one. */
export function RefundStamp() {
  const { words, brand } = useSite()
  if (brand.refundDays === null) return null
  return <p className="stamp">{words('tariff.refund', { count: brand.refundDays })}</p>
}

type PlanPassProps = {
  readonly tariff: Plan
  /** The number of eSIMs, if there are several. */
  readonly count?: string | null
  readonly price: string | null
  /** Whether the heading above names the plan. */
  readonly isNamed?: boolean
  /** The line below the perforation. */
  readonly children?: ReactNode
}

/** Shows a plan of an order in two lines, before and after the payment. */
export function PlanPass({
  tariff: plan,
  count = null,
  price,
  isNamed = false,
  children,
}: PlanPassProps) {
  const site = useSite()
  const { words } = site
  const { kind, placeTitle, countryCodes, validityDays, operator } = plan
  const network =
    kind === 'multi'
      ? words('units.countries', { count: countryCodes.length }).replaceAll(' ', noBreakSpace)
      : operator.title
  const size = [sizeText(site, plan), words('units.days', { count: validityDays })]
  const facts = [count, ...(isNamed ? [] : [...size, network])].filter((fact) => fact !== null)
  return (
    <div className="order-pass">
      <InkEdge plan={plan} />
      {kind !== 'multi' && <Flag country={countryCodes[0] ?? ''} isEager />}
      <p>
        <b>{isNamed ? network : placeTitle}</b>
        {facts.length > 0 && <span>{facts.join(', ')}</span>}
      </p>
      {price !== null && <p className="price">{price}</p>}
      {children !== undefined && <p className="soft">{children}</p>}
    </div>
  )
}
