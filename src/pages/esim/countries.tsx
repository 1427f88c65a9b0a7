import { z } from 'zod'
import type { Country } from '../../contract/places.ts'
import { searchString } from '../../contract/common.ts'
import { page } from '../../http/page/page.ts'
import { searchOrder } from '../../domain/country-search/search-order.ts'
import { demandOfSearch } from '../../domain/unmet-demand.ts'
import { reportUnmetDemand } from '../../http/demand-reports.ts'
import { href } from '../../locale/paths.ts'
import { findPlaces, isNothing, unmetParts } from '../../locale/search/trip-search.ts'
import type { FoundPlaces } from '../../locale/search/trip-search.ts'
import { readTripText } from '../../locale/search/trip-text.ts'
import type { Words } from '../../locale/words.ts'
import { ListFailed } from '../../ui/list-failed.tsx'
import { Masthead } from '../../ui/layout/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlacesByLetter } from '../../ui/places-by-letter.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { Countries, placeOf } from './countries/country-rows.tsx'
import { SearchResults } from './countries/search-results.tsx'

export const countriesPage = page('countries', {
  access: 'public',
  query: z.object({ search_string: searchString }),
  async get(c, { query }) {
    const { locale, words, dictionaries } = c.var
    const { search_string: search } = query
    const { days, gigabytes, unreadDates } = readTripText(search, new Date(c.var.now()))
    // A query with days or GB is a trip, which has its own page.
    if (days !== null || gigabytes !== null || unreadDates.length > 0)
      return c.redirect(href(locale, 'trip', null, query))
    const { all, popular } = await dictionaries.countryLists()
    const inStock = all.list.filter((country) => country.inStock)
    const places = searchOrder(all.list, popular.list)
    const found = search === '' ? null : findPlaces(places, search)
    if (found && !all.hasFailed)
      reportUnmetDemand(c, demandOfSearch(search, unmetParts(places, search)))
    return c.render(
      <>
        {found === null ? (
          <AllCountries all={all.list} popular={popular.list} />
        ) : (
          <SearchResults
            found={found}
            popular={popular.list}
            search={search}
            hasFailed={all.hasFailed}
          />
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
  const count = found.countries.length
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
