import type { OutputOf } from '../../operations.ts'
import type { ApiClient } from '../api/api-client.ts'
import type { Country, Plan } from '../../plans/operations.ts'
import { content } from '../../words/content.ts'
import type { AppContext } from '../app-env.ts'
import { page } from '../page.ts'
import { organization } from '../../kit/structured-data.ts'
import { JsonLd } from '../../ui/hydrated-form.tsx'
import { useSite } from '../../ui/site.tsx'
import { Flag } from '../../ui/flag.tsx'
import { PlanPicks, PlanCards } from '../../plans/plan-card.tsx'
import { Steps } from './home-steps.tsx'
import type { CountryLists } from '../api/dictionaries.ts'
import { href } from '../../words/paths.shared.ts'
import { CountryChips } from '../../plans/place-list.tsx'
import { ListFailed } from '../../ui/lists.tsx'
import { RefundStamp } from '../../plans/plan-facts.tsx'
import { SearchForm } from '../../ui/navigation.tsx'
import { drawShopMap } from '../../plans/map/shop-map.ts'

export const homePage = page('home', {
  access: 'public',
  async get(c) {
    const { words, config } = c.var
    const home = await loadHome(c)
    const { all, plans } = home
    const inStock = all.list.filter((country) => country.inStock)
    const countries = words('units.countries', { count: inStock.length })
    const covered = inStock.map((country) => country.countryCode2Letters)
    return c.render(
      <>
        <JsonLd data={organization(config)} />
        <PopularCountryPicks {...home} />
        <Steps />
        <Advantages />
        {plans.length > 0 && (
          <section>
            <h2>{words('home.tariffsTitle')}</h2>
            <PlanCards tariffs={plans.slice(0, 6)} titled="in-world" />
          </section>
        )}
      </>,
      {
        opening: <Hero {...home} countries={countries} covered={covered} />,
        title: words('home.title'),
        styles: 'home',
        description: all.hasFailed ? words('home.lead') : words('home.description', { countries }),
      },
    )
  },
})

async function loadHome(c: AppContext) {
  const { api, dictionaries } = c.var
  const popularCountries = dictionaries.popularCountries()
  const [all, popular, plans, counts, fares] = await Promise.all([
    dictionaries.countries(),
    popularCountries,
    api.tariffsPopular({}),
    api.deliveryCounts({}),
    popularCountries.then(async ({ list: [country] }) => faresOf(api, country)),
  ])
  return {
    all,
    popular,
    plans: plans.ok ? plans.value.data : [],
    deliveries: counts.ok ? counts.value.data : null,
    /** The picks of the most popular country. */
    fares,
  }
}

type HomeData = Awaited<ReturnType<typeof loadHome>>

/** Returns the picks of a country, or none when there is no country or the call fails. */
async function faresOf(api: ApiClient, country: Country | undefined): Promise<readonly Plan[]> {
  const answer =
    country && (await api.tariffFares({ country: country.countryCode2Letters, picks: 'true' }))
  return answer?.ok ? answer.value.data : []
}

function PopularCountryPicks({ popular, fares }: Pick<HomeData, 'popular' | 'fares'>) {
  const { words } = useSite()
  const [first] = popular.list
  if (!first || fares.length === 0) return null
  return (
    <section className="first">
      <h2 className="with-flag">
        <Flag country={first.countryCode2Letters} />
        {words('home.picksTitle', { country: first.title })}
      </h2>
      <PlanPicks fares={fares} />
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

type DeliveryCounts = OutputOf<'deliveryCounts'>['data']

type Props = CountryLists & {
  readonly deliveries: DeliveryCounts
  /** `220 countries`, which counts the countries with plans in stock. */
  readonly countries: string
  /** Codes of the countries with plans in stock. */
  readonly covered: readonly string[]
}

function Hero({ all, popular, deliveries, countries, covered }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="hero">
      {!all.hasFailed && <p className="eyebrow">{words('home.eyebrow', { countries })}</p>}
      <h1>{words('home.heading')}</h1>
      <p className="lead">{words('home.lead')}</p>
      <SearchForm
        action={href(locale, 'countries')}
        label={words('home.searchLabel')}
        value=""
        placeholder={words('home.searchPlaceholder')}
        hasCountries
      />
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
      {deliveries && <DeliveryTime {...deliveries} />}
      <RefundStamp />
      {!all.hasFailed && <ShopMap covered={covered} countries={countries} />}
    </section>
  )
}

/** Shows `41 eSIMs delivered in the last 24 hours, half of them within 9 s of payment`. */
function DeliveryTime({ delivered, medianSeconds }: NonNullable<DeliveryCounts>) {
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
