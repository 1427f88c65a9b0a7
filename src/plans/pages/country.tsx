import { z } from 'zod'
import { countryCode, wholeNumber } from '../../api/common.ts'
import { type Trip } from '../trip.ts'
import { tripBounds, uses } from '../trip-bounds.shared.ts'
import { demandOfFilter } from '../demand.shared.ts'
import { nearbyOnSale } from '../uncovered-countries.ts'
import { coverageOf, CoverageMap, type Coverage } from './coverage.tsx'
import { pageSize } from '../../kit/limits.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { page, pageOrFirst, shownPage } from '../../site/page.ts'
import { notFoundPage } from '../../site/error-pages.tsx'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { href } from '../../words/paths.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import { priceText, placeAndCountries, shownPrice } from '../../words/plan-words.ts'
import { CountryCover, loadCover } from './cover.tsx'
import {
  findOperator,
  InstallWarning,
  PlaceTextsSection,
  PlaceAdvice,
  PlansLead,
} from './place-parts.tsx'
import { shortReviews, reviewFacts } from '../../reviews/review-facts.ts'
import { Late } from '../../ui/in-order.tsx'
import { useSite } from '../../ui/site.tsx'
import { isFiltered, planQuery, type PlanQuery } from '../plan-filters.tsx'
import { CountryOffers, OutOfStock } from './country-offers.tsx'
import { Breadcrumbs } from '../../ui/navigation.tsx'
import { Flag } from '../../ui/flag.tsx'
import { bestUnitPrice } from '../fares.ts'
import { PlanList } from '../plan-list.tsx'
import { AverageRating, VerifiedReviews } from '../../reviews/review-list.tsx'
import { pricesIn } from '../../kit/money.shared.ts'
import { plansForPlace } from '../../kit/structured-data.ts'
import { pictureHref } from '../../site/head.tsx'
import { JsonLd } from '../../ui/hydrated-form.tsx'

const shownReviews = 3

export const countryPage = page('country', {
  access: 'public',
  params: z.object({ country: countryCode }),
  query: planQuery.extend({
    // A trip that is too long is planned in part. All such trips share one stored page.
    trip: wholeNumber({ min: tripBounds.min })
      .transform((days) => Math.min(days, tripBounds.max + 1))
      .optional()
      .catch(undefined),
    use: z.enum(uses).catch('mixed').default('mixed'),
  }),
  async get(c, { params: { country: code }, query: { trip: days, use, ...filters } }) {
    const { locale, words, dictionaries } = c.var
    const loaded = loadCountry(c, code, filters)
    // Nobody waits for them if the country is unknown.
    loaded.catch(() => undefined)
    const known = await dictionaries.country(code)
    if (!known) return notFoundPage(c)
    const { title, listed } = known
    const phrase = placePhrase(locale, code, title)
    const price = listed?.priceFrom ? priceText(c.var, listed.priceFrom) : null
    const description = descriptionOf(words, phrase, price)
    const trip = days === undefined ? null : { days, use }
    return c.render(
      <Late
        of={loaded}
        as={(data) => <CountryContent {...{ ...data, title, phrase, trip, description }} />}
      />,
      {
        opening: (
          <CountryCover country={code} cover={await loadCover(code)}>
            <Breadcrumbs
              steps={[{ label: words('countries.title'), href: href(locale, 'countries') }]}
              here={title}
            />
            <h1 className="with-flag">
              <Flag country={code} isEager />
              {words('country.heading', { country: phrase })}
            </h1>
            <Late of={loaded} as={(data) => <CountryLead {...data} price={price} />} />
          </CountryCover>
        ),
        title: words('country.title', { country: phrase }),
        description,
        isFiltered: isFiltered(filters) || trip !== null,
        listPage: await shownPage(filters.page, async () => (await loaded).tariffs),
        styles: 'country',
        share: { country: { code, title } },
      },
    )
  },
})

function descriptionOf(words: Words, country: string, price: string | null): string {
  return price
    ? words('country.description', { country, price })
    : words('country.descriptionOutOfStock', { country })
}

async function loadCountry(c: AppContext, code: string, filters: PlanQuery) {
  const { api, dictionaries } = c.var
  const operator = await findOperator(api, filters.operator, { country: code })
  const query = { ...filters, operator }
  const [known, lists, plans, fareAnswer, operators, texts, reviews] = await Promise.all([
    dictionaries.country(code),
    dictionaries.countryLists(),
    pageOrFirst(query.page, (at) => api.tariffsMarketplace({ ...query, page: at, country: code })),
    api.tariffFares({ country: code }),
    api.operators({ country: code, per_page: pageSize.options }),
    api.countryTexts({ countryCode2Letters: code }),
    api.reviews({ country: code, per_page: shownReviews }),
  ])
  // An API without these operations can sell plans too.
  const fares = fareAnswer.ok ? fareAnswer.value.data : []
  const shared = fares.some(({ kind }) => kind === 'country') ? null : (fares[0] ?? null)
  const covered = shared?.countryCodes ?? [code]
  const hasFilter = isFiltered(query)
  const hasNoMatch = plans.ok && plans.value.total === 0
  // The list of countries may be missing or older than the list of plans.
  const isSoldOut =
    (known?.listed?.inStock === false || (hasNoMatch && !hasFilter)) && fares.length === 0
  if (isSoldOut) reportUnmetDemand(c, [{ kind: 'place', subject: code }])
  else if (hasNoMatch) reportUnmetDemand(c, demandOfFilter(code, query))
  return {
    code,
    query,
    hasFilter,
    tariffs: plans,
    total: plans.ok ? plans.value.total : 0,
    fares,
    /** The first fare, if no fare is for this country alone. */
    shared,
    isSoldOut,
    lists,
    coverage: known?.listed?.inStock ? await coverageOf(c, lists, covered) : null,
    operators: operators.ok ? operators.value.data : [],
    texts: texts.ok ? texts.value.data.countryTexts : null,
    reviews: shortReviews(reviews),
  }
}

type CountryData = Awaited<ReturnType<typeof loadCountry>> & {
  readonly title: string
  /** The country in a sentence, from `placePhrase`. */
  readonly phrase: string
}
type ContentProps = CountryData & { readonly trip: Trip | null; readonly description: string }

function CountryContent({ trip, description, ...place }: ContentProps) {
  const { code, lists, hasFilter, isSoldOut, fares, coverage, texts, tariffs: plans } = place
  const action = href(useSite().locale, 'country', { country: code })
  const hasOffers = !hasFilter && fares.length > 0
  const map = !hasFilter && coverage && (
    <CountryCoverage {...place} coverage={coverage} texts={hasOffers ? null : texts} />
  )
  return (
    <>
      <CountryStructuredData {...place} description={description} />
      {texts && <InstallWarning text={texts.install} />}
      {isSoldOut && (
        <OutOfStock
          country={code}
          nearby={nearbyOnSale(code, lists.all.list, lists.popular.list)}
        />
      )}
      {hasOffers ? (
        <CountryOffers action={action} fares={fares} trip={trip} texts={coverage && texts}>
          {map}
        </CountryOffers>
      ) : (
        map
      )}
      {!isSoldOut && (place.total > 0 || hasFilter || !plans.ok) && <CountryPlans {...place} />}
      <CountryReviews {...place} />
      {(hasFilter || !coverage) && <PlaceTextsSection texts={texts} />}
    </>
  )
}

type LeadProps = Pick<CountryData, 'hasFilter' | 'isSoldOut' | 'total'> & {
  readonly price: string | null
}

function CountryLead({ hasFilter, isSoldOut, total, price }: LeadProps) {
  return <PlansLead price={hasFilter ? null : price} total={isSoldOut ? 0 : total} />
}

type CoverageProps = Pick<CountryData, 'phrase' | 'shared' | 'texts'> & {
  readonly coverage: Coverage
}

function CountryCoverage({ phrase, shared, coverage, texts }: CoverageProps) {
  const site = useSite()
  const { locale, words } = site
  const others = coverage.others.join(', ')
  return (
    <section className="mapped">
      <div>
        <h2>{words('coverage.title')}</h2>
        <p>
          {shared
            ? words('coverage.onlySeveral', { country: phrase })
            : words('coverage.oneCountry')}
        </p>
        {!shared && others !== '' && <p>{words('coverage.doesNotWork', { countries: others })}</p>}
        <p>
          <a href={href(locale, 'trip')}>{words('coverage.severalCountries')}</a>
        </p>
      </div>
      {shared && <CoverageMap coverage={coverage} covered={placeAndCountries(site, shared)} />}
      <PlaceAdvice texts={texts} />
    </section>
  )
}

/** Lists all plans of the country: its own plans, and plans for several countries. */
function CountryPlans({ code, title, tariffs: plans, query, operators, fares }: CountryData) {
  const { locale, words, currencies } = useSite()
  const hasRegional = plans.ok && plans.value.data.some(({ kind }) => kind === 'region')
  return (
    <section id="plans">
      <h2>{words('country.allTitle')}</h2>
      {hasRegional && (
        <p>
          {words('country.regional')}{' '}
          <a href={href(locale, 'regions', { country: code })}>{words('country.byRegion')}</a>
        </p>
      )}
      <PlanList
        action={href(locale, 'country', { country: code })}
        answer={plans}
        place={{ country: code }}
        query={query}
        operators={operators}
        best={bestUnitPrice(fares, currencies[0])}
        groups={{
          one: words('country.only', { country: title }),
          several: words('country.several', { country: title }),
        }}
      />
    </section>
  )
}

/** Lists reviews of travellers to the country. Empty until there are some. */
function CountryReviews({ reviews: { data, rating } }: CountryData) {
  const { locale, words } = useSite()
  if (!rating) return null
  return (
    <section id="reviews">
      <h2>{words('review.countryTitle')}</h2>
      <AverageRating rating={rating} />
      {data.length > 0 && <VerifiedReviews reviews={data} hasEagerFlags />}
      <p>
        <a href={href(locale, 'feedback')}>{words('review.all')}</a>
      </p>
    </section>
  )
}

type CountryStructuredDataProps = Pick<CountryData, 'code' | 'phrase' | 'fares' | 'reviews'> & {
  readonly description: string
}

function CountryStructuredData({ code, phrase, fares, ...about }: CountryStructuredDataProps) {
  const site = useSite()
  const { description, reviews } = about
  const { locale, words, currencies, origin } = site
  const shown = fares.map(({ prices }) => shownPrice(site, prices))
  // An offer of several prices has one currency.
  const isInOneCurrency = new Set(shown.map(({ currency }) => currency)).size === 1
  const plans = plansForPlace({
    name: words('country.title', { country: phrase }),
    description,
    url: origin + href(locale, 'country', { country: code }),
    image: origin + pictureHref(locale, code),
    prices: isInOneCurrency
      ? shown
      : fares.flatMap(({ prices }) => pricesIn([currencies[0]], prices)),
    reviews: reviewFacts(words, reviews.rating, reviews.data),
  })
  return plans && <JsonLd data={plans} />
}
