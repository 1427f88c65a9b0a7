import type { ReactNode } from 'react'
import type { Plan } from './operations.ts'
import { dataAmount } from '../words/formats.shared.ts'
import {
  priceText,
  sizeText,
  unitPriceText,
  fairUseText,
  planName,
  perDayText,
} from '../words/plan-words.ts'
import { Flag } from '../ui/flag.tsx'
import { renderPart } from '../ui/render-part.tsx'
import { useSite, type Site } from '../ui/site.tsx'
import { href } from '../words/paths.shared.ts'
import { pricePerGigabyte, picksOf, type PickName } from './fares.ts'
import { staysFast } from './trip.ts'

type Props = { readonly tariff: Plan; readonly isBest?: boolean; readonly titled: CardTitle }

/**
 * The list of a card. In a list of one place, a card's title is the operator. Plans for several
 * countries, and for a region of the country, have their place as the title.
 */
export type CardTitle = 'in-world' | 'in-country' | 'in-region'

/** Shows a plan in a list: its place or network, its size, its days and its price. */
export function PlanCard(props: Props) {
  return <li dangerouslySetInnerHTML={{ __html: cardHtml(useSite(), props) }} />
}

/** HTML of a plan's cards in one language. */
type StoredCards = Pick<Site, 'words' | 'currencies'> & { readonly variants: Map<string, string> }

/**
 * The embedded backend returns the same object for the same plan. Cards are half of the elements of
 * a list.
 */
const storedCards = new WeakMap<Plan, StoredCards>()

function cardHtml(site: Site, props: Props): string {
  const { variants } = cardsOf(site, props.tariff)
  const variant = `${props.titled} ${props.isBest}`
  const html = variants.get(variant) ?? renderPart(site, <FreshPlanCard {...props} />)
  variants.set(variant, html)
  return html
}

function cardsOf({ words, currencies }: Site, plan: Plan): StoredCards {
  const known = storedCards.get(plan)
  if (known?.words === words && known.currencies === currencies) return known
  const cards: StoredCards = { words, currencies, variants: new Map() }
  storedCards.set(plan, cards)
  return cards
}

function FreshPlanCard({ tariff: plan, isBest = false, titled }: Props) {
  const site = useSite()
  const { words } = site
  const hasPlace = !ownKinds[titled].includes(plan.kind)
  const facts = [
    plan.kind === 'multi' && words('units.countries', { count: plan.countryCodes.length }),
    // The operator comes first, because plans of one size differ by it and a long line is
    // truncated.
    plan.kind !== 'multi' && hasPlace && plan.operator.title,
    plan.market === 'russia' && words('tariffCard.withCalls'),
  ]
  return (
    <PassCard
      tariff={plan}
      label={
        <>
          {hasPlace && plan.kind === 'country' && <Flag country={plan.countryCodes[0] ?? ''} />}
          <span>{hasPlace ? plan.placeTitle : plan.operator.title}</span>
        </>
      }
      stamp={isBest ? words('tariffCard.bestUnit') : undefined}
      note={unitPriceText(site, plan)}
    >
      {facts.filter((each) => each !== false).join(', ')}
    </PassCard>
  )
}

const ownKinds: { readonly [list in CardTitle]: readonly Plan['kind'][] } = {
  'in-world': [],
  'in-country': ['country'],
  'in-region': ['region'],
}

type PassProps = {
  readonly tariff: Plan
  readonly label: ReactNode
  readonly stamp?: string | undefined
  /** Price per GB or per day. It appears below the price. */
  readonly note: string
  /**
   * Whether most visitors choose this card. Its button then buys the plan, and the rest of the card
   * links to the plan.
   */
  readonly isMain?: boolean
  /** Text beside the days. */
  readonly children?: ReactNode
}

/**
 * Shows a boarding pass, whose height does not depend on its texts. A press outside the buy button
 * opens the plan.
 */
export function PlanPassCard(props: PassProps) {
  return (
    <li>
      <PassCard {...props} />
    </li>
  )
}

function PassCard({ tariff: plan, label, stamp, note, isMain, children }: PassProps) {
  const { words } = useSite()
  const canBuy = isMain === true && plan.inStock
  return (
    <article className={plan.inStock ? 'pass' : 'pass sold-out'}>
      <div className="pass-main">
        <p className="pass-label">{canBuy ? <PlanLink tariff={plan}>{label}</PlanLink> : label}</p>
        <PassSize tariff={plan} />
        <p className="pass-facts">
          <b>{words('units.days', { count: plan.validityDays })}</b>
          <span>{children}</span>
        </p>
        {stamp !== undefined && <p className="stamp">{stamp}</p>}
      </div>
      <PassStub tariff={plan} note={note}>
        {canBuy ? <BuyButton tariff={plan} /> : <ChooseButton tariff={plan} />}
      </PassStub>
    </article>
  )
}

function PassStub({
  tariff: plan,
  note,
  children,
}: Pick<PassProps, 'tariff' | 'note' | 'children'>) {
  const site = useSite()
  return (
    <div className="pass-stub">
      {plan.inStock ? (
        <p className="price">
          {priceText(site, plan.prices)}
          <small>{note}</small>
        </p>
      ) : (
        <p className="soft">{site.words('errors.outOfStock')}</p>
      )}
      {children}
    </div>
  )
}

function PassSize({ tariff: { trafficMb, fairUse, inStock } }: { tariff: Plan }) {
  const site = useSite()
  const { locale, words } = site
  if (trafficMb === null)
    return (
      <p className="size endless-size long-size">
        <span aria-hidden>∞</span>
        <small>
          {words('units.unlimited')}
          {inStock && fairUse && (
            <i>
              {fairUse.thresholdMb === 0
                ? fairUseText(site, { fairUse })
                : words('units.fastPerDay', {
                    size: sizeText(site, { trafficMb: fairUse.thresholdMb }),
                  })}
            </i>
          )}
        </small>
      </p>
    )
  const [amount, unit] = dataAmount(locale, trafficMb)
  return (
    <p className={amount.length > 2 ? 'size long-size' : 'size'}>
      <span>{amount}</span>
      <small> {words(`units.${unit}`)}</small>
    </p>
  )
}

type PlanLinkProps = { readonly tariff: Plan }

/** Covers the pass that contains it: see catalogue.css. */
export function PlanLink({
  tariff: plan,
  children,
}: PlanLinkProps & { readonly children: ReactNode }) {
  const site = useSite()
  return (
    <a href={planHref(site, plan)}>
      {children}
      <span className="unseen">: {planName(site, plan)}</span>
    </a>
  )
}

export function BuyButton({ tariff: plan }: PlanLinkProps) {
  const site = useSite()
  const { locale, words } = site
  return (
    <a
      className="button"
      href={href(locale, 'order', null, { tariffID: plan.tariffID })}
      data-dialog="activation"
      aria-label={words('tariffCard.buyOf', { plan: planName(site, plan) })}
    >
      {words('tariffCard.buy')}
    </a>
  )
}

function ChooseButton({ tariff: plan }: PlanLinkProps) {
  const site = useSite()
  const { words } = site
  const action = plan.inStock ? 'choose' : 'details'
  return (
    <a
      className="button quiet"
      href={planHref(site, plan)}
      aria-label={words(`tariffCard.${action}Of`, { plan: planName(site, plan) })}
    >
      {words(`tariffCard.${action}`)}
    </a>
  )
}

function planHref({ locale }: Site, { operator, tariffID }: Plan): string {
  return href(locale, 'tariff', { operator: operator.ident, tariffID })
}

export type CardsProps = {
  readonly tariffs: readonly Plan[]
  readonly titled?: CardTitle
  readonly best?: number | null
}

export function PlanCards({ tariffs: plans, titled = 'in-country', best = null }: CardsProps) {
  const [base] = useSite().currencies
  return (
    <ul className="passes">
      {plans.map((plan) => (
        <PlanCard
          key={plan.tariffID}
          tariff={plan}
          isBest={plan.inStock && best !== null && pricePerGigabyte(plan, base) === best}
          titled={titled}
        />
      ))}
    </ul>
  )
}

/** Shows the cheapest plan for a weekend, for a fortnight and for a month. */
export function PlanPicks({ fares }: { fares: readonly Plan[] }) {
  const site = useSite()
  const { words } = site
  return (
    <ul className="passes picks">
      {picksOf(fares, site.currencies[0]).map(({ name, fare }) => (
        <PlanPassCard
          key={name}
          tariff={fare}
          label={<span className="eyebrow">{words(`picks.${nameFor(name, fare)}`)}</span>}
          note={perDayData(site, fare)}
          isMain
        >
          {fare.kind === 'multi'
            ? words('units.countries', { count: fare.countryCodes.length })
            : `${fare.operator.title}, ${words(`picks.${name}Use`)}`}
        </PlanPassCard>
      ))}
    </ul>
  )
}

/** Returns `≈ 140 MB a day`, or the price per day of an unlimited plan. */
function perDayData(site: Site, fare: Plan): string {
  if (fare.trafficMb === null) return perDayText(site, fare)
  const size = sizeText(site, {
    trafficMb: Math.floor(fare.trafficMb / fare.validityDays / 10) * 10,
  })
  return site.words('picks.perDay', { size })
}

/**
 * Names an unlimited plan for work. Work uses more than 20 GB a month, and more per day than some
 * unlimited plans give at full speed.
 */
function nameFor(name: PickName, fare: Plan): PickName | 'monthOfWork' {
  const isForWork = name === 'month' && fare.trafficMb === null && staysFast(fare, 'work')
  return isForWork ? 'monthOfWork' : name
}
