import { worldRegions } from '../../../contract/places.ts'
import type { Country } from '../../../contract/places.ts'
import { href } from '../../../locale/paths.ts'
import { isNothing } from '../../../locale/search/trip-search.ts'
import type { FoundPlaces } from '../../../locale/search/trip-search.ts'
import { CountryChips } from '../../../ui/country-chips.tsx'
import { PlaceList } from '../../../ui/place-list.tsx'
import { useSite } from '../../../ui/site.tsx'
import { Countries } from './country-rows.tsx'

type SearchResultsProps = {
  readonly found: FoundPlaces<Country>
  readonly popular: readonly Country[]
  readonly search: string
  readonly hasFailed: boolean
}

export function SearchResults({ found, popular, search, hasFailed }: SearchResultsProps) {
  const { locale, words } = useSite()
  const { countries, worldRegions: regions, similar, isTrip } = found
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
