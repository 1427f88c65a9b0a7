import { z } from 'zod'
import { worldRegions, type Country } from '../operations.ts'
import { searchString } from '../../api/common.ts'
import { page } from '../../site/page.ts'
import { searchOrder } from '../search-order.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import type { CountryLists } from '../../site/api/dictionaries.ts'
import { Late } from '../../ui/in-order.tsx'
import { href } from '../../words/paths.shared.ts'
import type { FoundPlaces } from '../trip-search.shared.ts'
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
    const lists = dictionaries.countryLists()
    const head = {
      opening: <CountriesMasthead search={search} />,
      title: words('countries.title'),
      description: words('countries.description'),
      styles: 'placeList',
    } as const
    if (search === '') return c.render(<Late of={lists} as={AllCountries} />, head)
    const { all, popular } = await lists
    const places = searchOrder(all.list, popular.list)
    const { readSearch } = await import('../read-search.ts')
    const { found, isTrip, demands } = readSearch(places, search, new Date(c.var.now()))
    if (isTrip) return c.redirect(href(locale, 'trip', null, query))
    if (!all.hasFailed) reportUnmetDemand(c, demands)
    return c.render(
      <>
        <SearchResults found={found} popular={popular.list} hasFailed={all.hasFailed} />
        {all.hasFailed && <ListFailed />}
      </>,
      {
        ...head,
        // A screen reader reads the title first, so the title contains the result.
        title: all.hasFailed ? head.title : resultTitle(words, found),
        isFiltered: true,
      },
    )
  },
})

type FoundByName = FoundPlaces<Country> & { readonly isNothing: boolean }

function resultTitle(words: Words, found: FoundByName): string {
  if (found.isNothing) return words('errors.nothingFound')
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

function AllCountries({ all, popular }: CountryLists) {
  const { locale, words } = useSite()
  return (
    <>
      <section>
        {popular.list.length > 0 && <h2>{words('countries.popular')}</h2>}
        <Countries countries={popular.list} />
        <p className="actions">
          <a className="button quiet" href={href(locale, 'trip')}>
            {words('tripSearch.link')}
          </a>
          <a href={href(locale, 'worldRegion')}>{words('countries.several')}</a>
          <a href={href(locale, 'tariffs')}>{words('layout.allTariffs')}</a>
        </p>
      </section>
      <section>
        {all.list.length > 0 && <h2>{words('countries.all')}</h2>}
        <PlacesByLetter places={all.list.map((country) => placeOf(locale, country))} heading="h3" />
      </section>
      {all.hasFailed && <ListFailed />}
    </>
  )
}

type SearchResultsProps = {
  readonly found: FoundByName
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
      {found.isNothing && !hasFailed && <NoResults popular={popular} />}
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
