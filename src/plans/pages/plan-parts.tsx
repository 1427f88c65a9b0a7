import type { DetailedPlan } from '../operations.ts'
import { titleOrder, formatMoney } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { CoverageMap, type Coverage } from './coverage.tsx'
import { EntryStamp, Flag } from '../../ui/flag.tsx'
import { OperatorContacts } from '../../esims/esim-status.tsx'
import { useSite, type Site } from '../../ui/site.tsx'
import { dataUseOf, factsOf, noFact, type PlanFactTexts } from './comparison.ts'
import {
  networksText,
  unitPriceText,
  fairUseText,
  otherPrices,
  priceText,
  planName,
} from '../../words/plan-words.ts'
import { Fact, Facts } from '../../ui/lists.tsx'
import type { Locale } from '../../words/locales.shared.ts'

type Props = {
  readonly tariff: DetailedPlan
  /** Null if there is no map. */
  readonly coverage: Coverage | null
}

/** Shows where a plan works and on which networks, with the contacts of its operator. */
export function PlanCoverage({ tariff: plan, coverage }: Props) {
  const site = useSite()
  const { words } = site
  const map = coverage && <CoverageMap coverage={coverage} covered={coveredText(site, plan)} />
  const operator = (
    <>
      <h2>{words('balance.contactsTitle', { operator: plan.operator.title })}</h2>
      <OperatorContacts operator={plan.operator} />
    </>
  )
  // Without a map, the list needs no second column.
  if (plan.kind === 'multi' || map === null)
    return (
      <>
        <section id="coverage">
          <h2>{words('tariff.coverageTitle')}</h2>
          {plan.kind === 'multi' && <p className="soft">{words('tariff.coverageText')}</p>}
          {map}
          <CoverageList tariff={plan} />
        </section>
        <section>{operator}</section>
      </>
    )
  return (
    <section>
      <h2>{words('tariff.coverageTitle')}</h2>
      <div className="mapped">
        {map}
        <div>
          <CoverageList tariff={plan} />
          {operator}
        </div>
      </div>
    </section>
  )
}

function coveredText({ words }: Site, { kind, countryCodes: codes, networks }: DetailedPlan) {
  if (kind === 'multi') return words('units.countries', { count: codes.length })
  return networks.find((each) => codes.includes(each.countryCode2Letters))?.countryTitle ?? ''
}

function CoverageList({
  tariff: { kind, networks, regionIdent, placeTitle },
}: Pick<Props, 'tariff'>) {
  const { locale } = useSite()
  const compare = titleOrder(locale)
  const sorted = networks.toSorted((a, b) => compare(a.countryTitle, b.countryTitle))
  return (
    <ul className="coverage">
      {sorted.map(({ countryCode2Letters: country, countryTitle, networks: names }) => (
        <li key={country}>
          <Flag country={country} isEager={kind !== 'multi'} />
          {regionIdent === null ? (
            <a href={href(locale, 'country', { country })}>{countryTitle}</a>
          ) : (
            <a href={href(locale, 'countryRegion', { country, region: regionIdent })}>
              {placeTitle}
            </a>
          )}
          <small>{networksText(names)}</small>
        </li>
      ))}
    </ul>
  )
}

export function PlanFacts({ tariff: plan }: { tariff: DetailedPlan }) {
  const site = useSite()
  const { words } = site
  const facts = factsOf(site, plan)
  const videoHours = dataUseOf(plan)?.videoHours ?? 0
  const show = (...names: readonly (keyof PlanFactTexts)[]) =>
    names
      .filter((name) => facts[name] !== null && facts[name] !== noFact)
      .map((name) => (
        <Fact key={name} label={words(`tariff.${name}`)}>
          {facts[name]}
          {name === 'enough' && videoHours > 0 && (
            <p className="soft">{words('tariff.videoHours', { count: videoHours })}</p>
          )}
        </Fact>
      ))
  const unknown = terms.filter((name) => facts[name] === null)
  return (
    <Facts>
      {show('data', 'enough', 'valid')}
      {plan.inStock && (
        <Fact label={words(plan.trafficMb === null ? 'tariff.perDay' : 'tariff.perGB')}>
          {unitPriceText(site, plan)}
        </Fact>
      )}
      {show('minutes', 'sms', 'unlimitedApps')}
      <Fact label={words('tariff.phones')}>{words('tariff.phonesText')}</Fact>
      {show(...terms)}
      {/* A plan without an APN needs none. */}
      {plan.apn !== null && <Fact label={words('tariff.apn')}>{plan.apn}</Fact>}
      {show('activation')}
      {unknown.length > 0 && (
        <Fact label={words('tariff.notStated')}>
          <span className="soft">{unknown.map((name) => words(`tariff.${name}`)).join(', ')}</span>
        </Fact>
      )}
    </Facts>
  )
}

/** Terms that operators state only for some plans. */
const terms = ['fairUse', 'hotspot', 'topUp', 'kyc'] as const

export function PassOfPlan({ tariff: plan }: { tariff: DetailedPlan }) {
  return (
    <article className="pass large">
      <PassMain tariff={plan} />
      <div className="pass-stub">
        {plan.inStock ? <BuyStub tariff={plan} /> : <SoldOutStub tariff={plan} />}
      </div>
    </article>
  )
}

function PassMain({ tariff: plan }: { tariff: DetailedPlan }) {
  const site = useSite()
  const { words } = site
  return (
    <div className="pass-main">
      <p className="eyebrow">{words(`tariffCard.kinds.${plan.kind}`)}</p>
      <h1>{planName(site, plan)}</h1>
      {plan.trafficMb === null && <p className="soft">{fairUseText(site, plan)}</p>}
      <p className="route">
        <span className="flags">
          {plan.countryCodes.slice(0, 6).map((code) => (
            <Flag key={code} country={code} isEager={plan.kind !== 'multi'} />
          ))}
        </span>
        <span>
          {plan.kind === 'multi'
            ? words('units.countries', { count: plan.countryCodes.length })
            : networksText(plan.networks.flatMap(({ networks }) => networks)) ||
              plan.operator.title}
        </span>
      </p>
      {plan.kind !== 'multi' && <EntryStamp country={plan.countryCodes[0] ?? ''} place="on-pass" />}
    </div>
  )
}

function BuyStub({ tariff: { tariffID, prices } }: { tariff: DetailedPlan }) {
  const site = useSite()
  const { locale, words } = site
  const price = priceText(site, prices)
  const others = otherPrices(site, prices).map((other) => formatMoney(locale, other))
  return (
    <>
      <p className="price">
        {price}
        {others.length > 0 && <small>{words('tariff.or', { price: others.join(' / ') })}</small>}
      </p>
      <a
        className="button"
        href={href(locale, 'order', null, { tariffID })}
        data-dialog="activation"
      >
        {words('tariff.buy', { price })}
      </a>
    </>
  )
}

function SoldOutStub({ tariff: plan }: { tariff: DetailedPlan }) {
  const { locale, words } = useSite()
  return (
    <>
      <p className="soft">{words('errors.outOfStock')}</p>
      <a className="button quiet" href={otherPlansHref(locale, plan)}>
        {words('order.change')}
      </a>
      <a href={href(locale, 'stockAlert', null, { tariffID: plan.tariffID })} rel="nofollow">
        {words('stockAlert.title')}
      </a>
    </>
  )
}

function otherPlansHref(locale: Locale, { kind, countryCodes }: DetailedPlan): string {
  const [country = ''] = countryCodes
  return kind === 'multi' ? href(locale, 'worldRegion') : href(locale, 'country', { country })
}
