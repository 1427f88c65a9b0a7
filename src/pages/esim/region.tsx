import { worldRegion, worldRegions } from '../../contract/places.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import type { WorldRegion } from '../../contract/places.ts'
import { bestUnitPrice } from '../../domain/fares.ts'
import { coverageOf, loadMapPlaces } from '../../http/page/coverage.ts'
import { page, pageOrFirst } from '../../http/page/page.ts'
import { href } from '../../locale/paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Country } from '../../contract/places.ts'
import { CoverageMap } from '../../ui/coverage-map.tsx'
import { Flag } from '../../ui/flag.tsx'
import { PlaceList } from '../../ui/place-list.tsx'
import { TariffList } from '../../ui/tariffs/tariff-list.tsx'
import { knownOperator } from './known-operator.ts'
import { isFiltered, tariffQuery } from '../../ui/tariffs/tariff-filters.tsx'

/** The default of `?region=`: most multi-country trips are in Europe. */
const defaultRegion: WorldRegion = 'europe'
/** More flags would take more than three rows of a phone. */
const mostFlags = 45

export const worldRegionPage = page('worldRegion', {
  access: 'public',
  query: tariffQuery.extend({ region: worldRegion.optional().catch(undefined) }),
  async get(c, { query }) {
    const { locale, words, currencies, api } = c.var
    const { region: chosen, ...rest } = query
    const region = chosen ?? defaultRegion
    const operator = await knownOperator(api, rest.operator, { worldRegion: region })
    const filters = { ...rest, operator }
    const [tariffs, fares, places] = await Promise.all([
      pageOrFirst(filters.page, (at) =>
        api.tariffsMarketplace({ ...filters, page: at, worldRegion: region }),
      ),
      api.tariffFares({ worldRegion: region }),
      loadMapPlaces(c),
    ])
    const title = words(`worldRegions.${region}`)
    const tariff = tariffs.ok ? tariffs.value.data[0] : undefined
    const coverage = tariff ? await coverageOf(c, places, tariff.countryCodes) : null
    return c.render(
      <>
        <section className="masthead mapped">
          <div>
            <Breadcrumbs
              steps={[{ label: words('countries.title'), href: href(locale, 'countries') }]}
              here={words('worldRegion.heading')}
            />
            <h1>{words('worldRegion.heading')}</h1>
            <p className="lead">{words('worldRegion.lead')}</p>
            <p>
              <a href={href(locale, 'trip')}>{words('tripSearch.fromRegion')}</a>
            </p>
            <WorldRegionLinks current={region} />
          </div>
          {tariff && coverage && (
            <CoverageMap
              coverage={coverage}
              covered={words('units.countries', { count: tariff.countryCodes.length })}
              eager
            />
          )}
        </section>
        <section id="plans">
          <h2>{title}</h2>
          {tariff && tariff.countryCodes.length <= mostFlags && (
            <p className="flags">
              {tariff.countryCodes.map((code) => (
                <Flag key={code} country={code} />
              ))}
            </p>
          )}
          <TariffList
            action={href(locale, 'worldRegion')}
            extraParams={{ region }}
            answer={tariffs}
            query={filters}
            operators={[]}
            best={fares.ok ? bestUnitPrice(fares.value.data, currencies[0]) : null}
          />
        </section>
        <Covered tariff={tariff} countries={places.all.list} />
      </>,
      {
        title: chosen
          ? words('worldRegion.titleOf', { region: title })
          : words('worldRegion.title'),
        description: words('worldRegion.description'),
        withMap: coverage !== null,
        filtered: isFiltered(filters) || chosen !== undefined,
      },
    )
  },
})

function WorldRegionLinks({ current }: { current: WorldRegion }) {
  const { locale, words } = useSite()
  return (
    <nav aria-label={words('worldRegion.choose')}>
      <ul className="chips row">
        {worldRegions.map((region) => (
          <li key={region}>
            <a
              href={href(locale, 'worldRegion', null, { region })}
              aria-current={region === current ? 'page' : undefined}
            >
              {words(`worldRegions.${region}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Covered({
  tariff,
  countries,
}: {
  tariff: Tariff | undefined
  countries: readonly Country[]
}) {
  const { locale, words } = useSite()
  if (!tariff) return null
  const covered = countries.filter(({ countryCode2Letters }) =>
    tariff.countryCodes.includes(countryCode2Letters),
  )
  return (
    <section>
      <h2>{words('worldRegion.covers')}</h2>
      <PlaceList
        places={covered.map(({ countryCode2Letters: country, title }) => ({
          href: href(locale, 'country', { country }),
          title,
          flag: country,
        }))}
      />
    </section>
  )
}
