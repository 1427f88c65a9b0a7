import { z } from 'zod'
import { countryCode, wholeNumber } from '../../../contract/common.ts'
import { tripBounds, uses } from '../../../domain/trip/trip-fares.ts'
import type { Trip } from '../../../domain/trip/trip-fares.ts'
import { demandOfFilter } from '../../../domain/unmet-demand.ts'
import { nearbyOnSale } from '../../../domain/uncovered-countries.ts'
import { coverageOf } from '../../../http/page/coverage.ts'
import { pageSize } from '../../../domain/field-limits.ts'
import type { AppContext } from '../../../http/app-env.ts'
import { page, pageOrFirst } from '../../../http/page/page.ts'
import { notFoundPage } from '../../../http/page/error-pages.tsx'
import { reportUnmetDemand } from '../../../http/demand-reports.ts'
import { href } from '../../../locale/paths.ts'
import { placePhrase } from '../../../locale/place-phrase.ts'
import { priceText } from '../../../locale/tariff-words.ts'
import { findOperator } from '../find-operator.ts'
import { shortReviews } from '../../../ui/review-facts.ts'
import { useSite } from '../../../ui/site.tsx'
import { isFiltered, tariffQuery } from '../../../ui/tariffs/tariff-query.ts'
import type { TariffQuery } from '../../../ui/tariffs/tariff-query.ts'
import { PlaceTextsSection } from './place-texts-section.tsx'
import { CountryCoverage } from './[country]/country-coverage.tsx'
import { CountryMasthead } from './[country]/country-masthead.tsx'
import { CountryOffers } from './[country]/country-offers.tsx'
import { CountryPlans } from './[country]/country-plans.tsx'
import { CountryReviews } from './[country]/country-reviews.tsx'
import { CountryStructuredData } from './[country]/country-structured-data.tsx'
import { OutOfStock } from './[country]/out-of-stock.tsx'

const shownReviews = 3

export const countryPage = page('country', {
  access: 'public',
  params: z.object({ country: countryCode }),
  query: tariffQuery.extend({
    // A trip that is too long is planned in part. All such trips share one stored page.
    trip: wholeNumber({ min: tripBounds.min })
      .transform((days) => Math.min(days, tripBounds.max + 1))
      .optional()
      .catch(undefined),
    use: z.enum(uses).catch('mixed').default('mixed'),
  }),
  async get(c, { params: { country: code }, query: { trip: days, use, ...filters } }) {
    const place = await loadCountry(c, code, filters)
    if (!place) return notFoundPage(c)
    const { words } = c.var
    const { title, phrase, price, hasFilter, isSoldOut } = place
    if (isSoldOut) reportUnmetDemand(c, [{ kind: 'place', subject: code }])
    else if (place.hasNoMatch) reportUnmetDemand(c, demandOfFilter(code, place.query))
    const description = price
      ? words('country.description', { country: phrase, price })
      : words('country.descriptionOutOfStock', { country: phrase })
    return c.render(
      <>
        <CountryStructuredData {...place} description={description} />
        <CountryContent place={place} trip={days === undefined ? null : { days, use }} />
      </>,
      {
        opening: (
          <CountryMasthead
            code={code}
            title={title}
            phrase={phrase}
            price={hasFilter ? null : price}
            total={isSoldOut ? 0 : place.total}
            warning={place.texts?.install ?? null}
          />
        ),
        title: words('country.title', { country: phrase }),
        description,
        isFiltered: hasFilter || days !== undefined,
        listPage: place.tariffs.ok ? place.tariffs.value.page : undefined,
        styles: 'map',
        share: { country: { code, title } },
      },
    )
  },
})

/** Returns null for an unknown country. */
async function loadCountry(c: AppContext, code: string, filters: TariffQuery) {
  const { locale, api, dictionaries } = c.var
  const operator = await findOperator(api, filters.operator, { country: code })
  const query = { ...filters, operator }
  const [country, lists, tariffs, fareAnswer, operators, texts, reviews] = await Promise.all([
    dictionaries.country(code),
    dictionaries.countryLists(),
    pageOrFirst(query.page, (at) => api.tariffsMarketplace({ ...query, page: at, country: code })),
    api.tariffFares({ country: code }),
    api.operators({ country: code, per_page: pageSize.options }),
    api.countryTexts({ countryCode2Letters: code }),
    api.reviews({ country: code, per_page: shownReviews }),
  ])
  if (!country) return null
  const { title, listed } = country
  // An API without these operations can sell plans too.
  const fares = fareAnswer.ok ? fareAnswer.value.data : []
  const shared = fares.some(({ kind }) => kind === 'country') ? null : (fares[0] ?? null)
  const covered = shared?.countryCodes ?? [code]
  const hasFilter = isFiltered(query)
  const hasNoMatch = tariffs.ok && tariffs.value.total === 0
  return {
    code,
    title,
    phrase: placePhrase(locale, code, title),
    price: listed?.priceFrom ? priceText(c.var, listed.priceFrom) : null,
    query,
    hasFilter,
    tariffs,
    total: tariffs.ok ? tariffs.value.total : 0,
    fares,
    /** The first fare, if no fare is for this country alone. */
    shared,
    hasNoMatch,
    // The list of countries may be missing or older than the list of plans.
    isSoldOut: (listed?.inStock === false || (hasNoMatch && !hasFilter)) && fares.length === 0,
    lists,
    coverage: listed?.inStock ? await coverageOf(c, lists, covered) : null,
    operators: operators.ok ? operators.value.data : [],
    texts: texts.ok ? texts.value.data.countryTexts : null,
    reviews: shortReviews(reviews),
  }
}

type CountryData = NonNullable<Awaited<ReturnType<typeof loadCountry>>>
type ContentProps = { readonly place: CountryData; readonly trip: Trip | null }

function CountryContent({ place, trip }: ContentProps) {
  const { code, lists, hasFilter, isSoldOut, fares, coverage, texts, tariffs } = place
  const action = href(useSite().locale, 'country', { country: code })
  const hasOffers = !hasFilter && fares.length > 0
  const map = !hasFilter && coverage && (
    <CountryCoverage {...place} coverage={coverage} texts={hasOffers ? null : texts} />
  )
  return (
    <>
      {isSoldOut && <OutOfStock nearby={nearbyOnSale(code, lists.all.list, lists.popular.list)} />}
      {hasOffers ? (
        <CountryOffers action={action} fares={fares} trip={trip} texts={coverage && texts}>
          {map}
        </CountryOffers>
      ) : (
        map
      )}
      {!isSoldOut && (place.total > 0 || hasFilter || !tariffs.ok) && (
        <CountryPlans {...place} action={action} />
      )}
      <CountryReviews {...place.reviews} />
      {(hasFilter || !coverage) && <PlaceTextsSection texts={texts} />}
    </>
  )
}
