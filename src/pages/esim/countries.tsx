import { z } from 'zod'
import { worldRegions } from '../../contract/places.ts'
import type { Country } from '../../contract/places.ts'
import { searchString } from '../../contract/common.ts'
import { page } from '../../http/page/page.ts'
import { searchOrder } from '../../domain/country-search/search-order.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { findPlaces } from '../../locale/search/trip-search.ts'
import type { FoundPlaces } from '../../locale/search/trip-search.ts'
import { readTripText } from '../../locale/search/trip-text.ts'
import { ListFailed } from '../../ui/list-failed.tsx'
import { useSite } from '../../ui/site.tsx'
import { CountryChips } from '../../ui/country-chips.tsx'
import { PlaceList } from '../../ui/place-list.tsx'
import { PlacesByLetter } from '../../ui/places-by-letter.tsx'
import { SearchForm } from '../../ui/search-form.tsx'

export const countriesPage = page('countries', {
  access: 'public',
  query: z.object({ search_string: searchString }),
  async get(c, { query }) {
    const { locale, words, dictionaries } = c.var
    const { search_string: search } = query
    const { days, gigabytes } = readTripText(search)
    // A query with days or GB is a trip, which has its own page.
    if (days !== null || gigabytes !== null) return c.redirect(href(locale, 'trip', null, query))
    const { all, popular } = await dictionaries.countryLists()
    const inStock = all.list.filter((country) => country.inStock)
    return c.render(
      <>
        {search === '' ? (
          <AllCountries all={all.list} popular={popular.list} />
        ) : (
          <SearchResults
            found={findPlaces(searchOrder(all.list, popular.list), search)}
            popular={popular.list}
            search={search}
            hasFailed={all.hasFailed}
          />
        )}
        {all.hasFailed && <ListFailed />}
      </>,
      {
        opening: <CountriesMasthead search={search} />,
        title: words('countries.title'),
        ...(!all.hasFailed && {
          description: words('countries.description', {
            countries: words('units.countries', { count: inStock.length }),
          }),
        }),
        isFiltered: search !== '',
        styles: 'placeList',
      },
    )
  },
})

function CountriesMasthead({ search }: { readonly search: string }) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <h1>{words('countries.heading')}</h1>
      <SearchForm
        action={href(locale, 'countries')}
        label={words('countries.searchLabel')}
        value={search}
        hasCountries
      />
    </section>
  )
}

function AllCountries({ all, popular }: { all: readonly Country[]; popular: readonly Country[] }) {
  const { locale, words } = useSite()
  return (
    <>
      <section>
        {popular.length > 0 && <h2>{words('countries.popular')}</h2>}
        <Countries countries={popular} />
        <p>
          <a href={href(locale, 'worldRegion')}>{words('countries.several')}</a>
        </p>
      </section>
      <section>
        {all.length > 0 && <h2>{words('countries.all')}</h2>}
        <PlacesByLetter places={all.map((country) => placeOf(locale, country))} heading="h3" />
      </section>
    </>
  )
}

type SearchResultsProps = {
  readonly found: FoundPlaces<Country>
  readonly popular: readonly Country[]
  readonly search: string
  readonly hasFailed: boolean
}

function SearchResults({ found, popular, search, hasFailed }: SearchResultsProps) {
  const { locale, words } = useSite()
  const { countries, worldRegions: regions, similar, isTrip } = found
  const isNothing = countries.length === 0 && regions.length === 0
  return (
    <section>
      {regions.length > 0 && <WorldRegionRows regions={regions} />}
      {regions.length > 0 && countries.length === 0 && popular.length > 0 && (
        <>
          <h2 className="group">{words('countries.popular')}</h2>
          <Countries countries={popular} />
        </>
      )}
      {isNothing && !hasFailed && <NoResults popular={popular} />}
      {countries.length > 0 && (
        <>
          <h2>{words('countries.found', { count: countries.length })}</h2>
          <div className="choices">
            {isTrip && <TripLink search={search} />}
            <Countries countries={countries} />
          </div>
        </>
      )}
      {similar.length > 0 && (
        <>
          <h3 className="group">{words('countries.similar')}</h3>
          <Countries countries={similar} />
        </>
      )}
      <p>
        <a href={href(locale, 'countries')}>{words('countries.reset')}</a>
      </p>
    </section>
  )
}

function TripLink({ search }: { readonly search: string }) {
  const { locale, words } = useSite()
  return (
    <p>
      <a className="button" href={href(locale, 'trip', null, { search_string: search })}>
        {words('tripSearch.fromList')}
      </a>
    </p>
  )
}

/** Lists the world regions that the text names, such as `Europe` and `Schengen`. */
function WorldRegionRows({ regions }: { regions: readonly string[] }) {
  const { locale, words } = useSite()
  const places = worldRegions
    .filter((region) => regions.includes(region))
    .map((region) => ({
      href: href(locale, 'worldRegion', null, { region }),
      title: words(`worldRegions.${region}`),
    }))
  return (
    <>
      <h2>{words('layout.worldRegions')}</h2>
      <PlaceList places={places} isPopular />
      <p>
        <a href={href(locale, 'trip')}>{words('tripSearch.fromRegion')}</a>
      </p>
    </>
  )
}

function NoResults({ popular }: { popular: readonly Country[] }) {
  const { words } = useSite()
  return (
    <>
      <h2>{words('errors.nothingFound')}</h2>
      <p>{words('countries.hint')}</p>
      <CountryChips countries={popular.slice(0, 8)} />
    </>
  )
}

function Countries({ countries }: { countries: readonly Country[] }) {
  const { locale } = useSite()
  return <PlaceList places={countries.map((country) => placeOf(locale, country))} isPopular />
}

function placeOf(locale: Locale, { countryCode2Letters: country, title, priceFrom }: Country) {
  return { href: href(locale, 'country', { country }), title, flag: country, priceFrom }
}
