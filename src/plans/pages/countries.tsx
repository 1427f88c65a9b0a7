import { z } from 'zod'
import { worldRegions } from '../operations.ts'
import type { Country } from '../operations.ts'
import { searchString } from '../../api/common.ts'
import { page } from '../../site/page.ts'
import { searchOrder } from '../search-order.ts'
import { demandOfSearch } from '../demand.shared.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { href } from '../../words/paths.shared.ts'
import { findPlaces, isNothing, unmetParts } from '../trip-search.shared.ts'
import type { FoundPlaces } from '../trip-search.shared.ts'
import { readTripText } from '../trip-text.ts'
import type { Words } from '../../words/words.shared.ts'
import { ListFailed } from '../../ui/lists.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlacesByLetter, CountryChips, PlaceList } from '../place-list.tsx'
import { SearchForm } from '../../ui/navigation.tsx'
import type { Locale } from '../../words/locales.shared.ts'

export const countriesPage = page('countries', {
  access: 'public',
  query: z.object({ search_string: searchString }),
  async get(c, { query }) {
    const { locale, words, dictionaries } = c.var
    const { search_string: search } = query
    const { all, popular } = await dictionaries.countryLists()
    const inStock = all.list.filter((country) => country.inStock)
    const places = searchOrder(all.list, popular.list)
    const found = search === '' ? null : findPlaces(places, search)
    // Days, GB or several places are a trip, which has its own page.
    const {
      places: named,
      days,
      gigabytes,
      unreadDates,
    } = readTripText(search, new Date(c.var.now()))
    if (days !== null || gigabytes !== null || unreadDates.length > 0 || found?.isTrip)
      return c.redirect(href(locale, 'trip', null, query))
    if (found && !all.hasFailed)
      reportUnmetDemand(c, demandOfSearch(search, unmetParts(places, named)))
    return c.render(
      <>
        {found === null ? (
          <AllCountries all={all.list} popular={popular.list} />
        ) : (
          <SearchResults found={found} popular={popular.list} hasFailed={all.hasFailed} />
        )}
        {all.hasFailed && <ListFailed />}
      </>,
      {
        opening: <CountriesMasthead search={search} />,
        // A screen reader reads the title first, so the title contains the result.
        title: found && !all.hasFailed ? resultTitle(words, found) : words('countries.title'),
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

function resultTitle(words: Words, found: FoundPlaces<Country>): string {
  if (isNothing(found)) return words('errors.nothingFound')
  const { countries, worldRegions: regions } = found
  const count = countries.length
  if (count + regions.length === 0) return words('countries.similar')
  return count > 0 ? words('countries.found', { count }) : words('layout.worldRegions')
}

function CountriesMasthead({ search }: { readonly search: string }) {
  const { locale, words } = useSite()
  return (
    <Masthead heading={words('countries.heading')}>
      <SearchForm
        action={href(locale, 'countries')}
        label={words('countries.searchLabel')}
        value={search}
        hasCountries
      />
    </Masthead>
  )
}

function AllCountries({ all, popular }: { all: readonly Country[]; popular: readonly Country[] }) {
  const { locale, words } = useSite()
  return (
    <>
      <section>
        {popular.length > 0 && <h2>{words('countries.popular')}</h2>}
        <Countries countries={popular} />
        <p className="actions">
          <a className="button quiet" href={href(locale, 'trip')}>
            {words('tripSearch.link')}
          </a>
          <a href={href(locale, 'worldRegion')}>{words('countries.several')}</a>
          <a href={href(locale, 'tariffs')}>{words('layout.allTariffs')}</a>
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
  readonly hasFailed: boolean
}

function SearchResults({ found, popular, hasFailed }: SearchResultsProps) {
  const { locale, words } = useSite()
  const { countries, worldRegions: regions, similar } = found
  return (
    <section>
      {regions.length > 0 && <WorldRegionRows regions={regions} />}
      {regions.length > 0 && countries.length === 0 && popular.length > 0 && (
        <>
          <h2 className="group">{words('countries.popular')}</h2>
          <Countries countries={popular} />
        </>
      )}
      {isNothing(found) && !hasFailed && <NoResults popular={popular} />}
      {countries.length > 0 && (
        <>
          <h2>{words('countries.found', { count: countries.length })}</h2>
          <Countries countries={countries} />
        </>
      )}
      {similar.length > 0 && (
        <>
          <h2>{words('countries.similar')}</h2>
          <Countries countries={similar} />
        </>
      )}
      <p>
        <a href={href(locale, 'countries')}>{words('countries.reset')}</a>
      </p>
    </section>
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
