import type { ReactNode } from 'react'
import type { OutputOf } from '../../operations.ts'
import type { ApiResult } from '../api/api-result.ts'
import type { ApiClient } from '../api/api-client.ts'
import type { Country, Plan } from '../../plans/operations.ts'
import { content } from '../../words/content.ts'
import { page } from '../page.ts'
import { organization } from '../../kit/structured-data.ts'
import { JsonLd } from '../../ui/hydrated-form.tsx'
import { Late } from '../../ui/in-order.tsx'
import { useSite } from '../../ui/site.tsx'
import { Flag } from '../../ui/flag.tsx'
import { PlanPicks, PlanCards } from '../../plans/plan-card.tsx'
import { Steps } from './home-steps.tsx'
import type { CountryLists } from '../api/dictionaries.ts'
import { href } from '../../words/paths.shared.ts'
import { CountryChips } from '../../plans/place-list.tsx'
import { ListFailed } from '../../ui/lists.tsx'
import { RefundStamp } from '../../plans/plan-checks.tsx'
import { SearchForm } from '../../ui/navigation.tsx'
import { drawShopMap } from '../../plans/map/shop-map.ts'

export const homePage = page('home', {
  access: 'public',
  async get(c) {
    const { words, config, api, dictionaries } = c.var
    const popular = dictionaries.popularCountries()
    const lists = Promise.all([dictionaries.countryLists(), api.deliveryCounts({})]).then(
      ([countries, counts]) => ({ ...countries, counts }),
    )
    const picks = popular.then(async ({ list: [country] }) => ({
      country,
      fares: await faresOf(api, country),
    }))
    return c.render(
      <>
        <JsonLd data={organization(config)} />
        <Late of={picks} as={PopularCountryPicks} />
        <Steps />
        <Advantages />
        <Late of={api.tariffsPopular({})} as={PopularPlans} />
      </>,
      {
        opening: (
          <Hero>
            <Late of={lists} as={HeroLists} />
          </Hero>
        ),
        title: words('home.title'),
        styles: 'home',
        description: words('home.description'),
      },
    )
  },
})

/** Returns the picks of a country, or none when there is no country or the call fails. */
async function faresOf(api: ApiClient, country: Country | undefined): Promise<readonly Plan[]> {
  const answer =
    country && (await api.tariffFares({ country: country.countryCode2Letters, picks: 'true' }))
  return answer?.ok ? answer.value.data : []
}

type CountryPicks = { readonly country: Country | undefined; readonly fares: readonly Plan[] }

/** Shows plans of the most popular country. */
function PopularCountryPicks({ country, fares }: CountryPicks) {
  const { words } = useSite()
  if (!country || fares.length === 0) return null
  return (
    <section className="first">
      <h2 className="with-flag">
        <Flag country={country.countryCode2Letters} />
        {words('home.picksTitle', { country: country.title })}
      </h2>
      <PlanPicks fares={fares} />
    </section>
  )
}

function PopularPlans(answer: ApiResult<OutputOf<'tariffsPopular'>>) {
  const { words } = useSite()
  const plans = answer.ok ? answer.value.data : []
  if (plans.length === 0) return null
  return (
    <section>
      <h2>{words('home.tariffsTitle')}</h2>
      <PlanCards tariffs={plans.slice(0, 6)} titled="in-world" />
    </section>
  )
}

function Advantages() {
  const { locale, words } = useSite()
  return (
    <section>
      <h2>{words('home.advantagesTitle')}</h2>
      <ul className="advantages">
        {content[locale].advantages.map(({ ident, title, text }) => (
          <li key={ident}>
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Six countries and the two links after them fill two rows of a computer and of a tablet. */
const maxChips = 6

function Hero({ children }: { readonly children: ReactNode }) {
  const { locale, words } = useSite()
  return (
    <section className="hero">
      <p className="eyebrow">{words('home.eyebrow')}</p>
      <h1>{words('home.heading')}</h1>
      <p className="lead">{words('home.lead')}</p>
      <SearchForm
        action={href(locale, 'countries')}
        label={words('home.searchLabel')}
        value=""
        placeholder={words('home.searchPlaceholder')}
        hasCountries
      />
      {children}
    </section>
  )
}

type HeroData = CountryLists & { readonly counts: ApiResult<OutputOf<'deliveryCounts'>> }

function HeroLists({ all, popular, counts }: HeroData) {
  const { locale, words } = useSite()
  const inStock = all.list.filter((country) => country.inStock)
  return (
    <>
      <div>
        {all.hasFailed || popular.hasFailed ? (
          <ListFailed />
        ) : (
          <h2 className="eyebrow">{words('home.popular')}</h2>
        )}
        <CountryChips countries={popular.list.slice(0, maxChips)}>
          <a href={href(locale, 'countries')}>{words('home.allCountries')}</a>
          <a href={href(locale, 'trip')}>{words('home.severalCountries')}</a>
        </CountryChips>
      </div>
      {counts.ok && counts.value.data && <DeliveryTime {...counts.value.data} />}
      <RefundStamp />
      {!all.hasFailed && (
        <ShopMap
          covered={inStock.map((country) => country.countryCode2Letters)}
          countries={words('units.countries', { count: inStock.length })}
        />
      )}
    </>
  )
}

/** Shows `41 eSIMs delivered in the last 24 hours, half of them within 9 s of payment`. */
function DeliveryTime({
  delivered,
  medianSeconds,
}: NonNullable<OutputOf<'deliveryCounts'>['data']>) {
  const { words } = useSite()
  const time =
    medianSeconds < 120
      ? words('home.seconds', { count: medianSeconds })
      : words('home.minutes', { count: Math.round(medianSeconds / 60) })
  return <p className="soft">{words('home.delivered', { count: delivered, time })}</p>
}

type ShopMapProps = {
  /** Codes of the countries on the map. */
  readonly covered: readonly string[]
  /** `220 countries` */
  readonly countries: string
}

/**
 * Wide screens show the map, and `hero.css` hides it on others. It is in the page, because a
 * separate picture would arrive one round trip after the text.
 */
function ShopMap({ covered, countries }: ShopMapProps) {
  const { words } = useSite()
  const map = drawShopMap(covered)
  return (
    <svg
      className="shop-map dots"
      viewBox={`0 0 ${map.width} ${map.height}`}
      role="img"
      aria-label={words('coverage.shopMap', { countries })}
    >
      <pattern id="hatch" width="1" height="1" patternUnits="userSpaceOnUse">
        <path d="M0 1L1 0" />
      </pattern>
      {/* The middle of a dot is half a unit from its edges. */}
      <path className="hatched" transform="translate(0 .5)" d={map.others} />
      <path className="covered" transform="translate(.5 .5)" d={map.covered} />
    </svg>
  )
}
