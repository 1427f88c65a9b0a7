import { z } from 'zod'
import { worldRegion, worldRegions } from '../operations.ts'
import type { Country, WorldRegion } from '../operations.ts'
import { bestUnitPrice } from '../fares.ts'
import { demandOfFilter } from '../demand.shared.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { drawnCoverageOf, CoverageMap } from './coverage.tsx'
import type { AppContext } from '../../site/app-env.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { page, pageOrFirst } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'
import { Breadcrumbs } from '../../ui/navigation.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlaceList } from '../place-list.tsx'
import { PlanList } from '../plan-list.tsx'
import { findOperator } from './place-parts.tsx'
import { isFiltered, planQuery } from '../plan-filters.tsx'
import type { PlanQuery } from '../plan-filters.tsx'

/** The default of `?region=`. Most multi-country trips are in Europe. */
const defaultRegion: WorldRegion = 'europe'

export const worldRegionPage = page('worldRegion', {
  access: 'public',
  query: planQuery.extend({
    region: z.string().toLowerCase().pipe(worldRegion).optional().catch(undefined),
  }),
  async get(c, { query: { region: chosen, ...filters } }) {
    const { words } = c.var
    const region = await loadWorldRegion(c, chosen ?? defaultRegion, filters)
    const { title, query, tariff: plan, tariffs: plans } = region
    if (plans.ok && plans.value.total === 0)
      reportUnmetDemand(c, demandOfFilter(region.region, query))
    return c.render(
      <>
        <WorldRegionPlans {...region} />
        {plan && <CoveredCountries codes={plan.countryCodes} countries={region.countries} />}
      </>,
      {
        opening: <WorldRegionMasthead {...region} />,
        title: chosen
          ? words('worldRegion.titleOf', { region: title })
          : words('worldRegion.title'),
        description: words('worldRegion.description'),
        styles: 'worldRegion',
        isFiltered: isFiltered(query) || chosen !== undefined,
        listPage: region.tariffs.ok ? region.tariffs.value.page : undefined,
      },
    )
  },
})

async function loadWorldRegion(c: AppContext, region: WorldRegion, filters: PlanQuery) {
  const { words, api, dictionaries } = c.var
  const operator = await findOperator(api, filters.operator, { worldRegion: region })
  const query = { ...filters, operator }
  const [plans, fares, lists] = await Promise.all([
    pageOrFirst(query.page, (at) =>
      api.tariffsMarketplace({ ...query, page: at, worldRegion: region }),
    ),
    api.tariffFares({ worldRegion: region }),
    dictionaries.countryLists(),
  ])
  const plan = plans.ok ? plans.value.data[0] : undefined
  return {
    region,
    title: words(`worldRegions.${region}`),
    query,
    tariffs: plans,
    /** The first plan. The page shows its countries. */
    tariff: plan,
    fares: fares.ok ? fares.value.data : null,
    coverage: plan ? await drawnCoverageOf(c, lists, plan.countryCodes) : null,
    countries: lists.all.list,
  }
}

type WorldRegionData = Awaited<ReturnType<typeof loadWorldRegion>>

function WorldRegionMasthead({ region, tariff: plan, coverage }: WorldRegionData) {
  const { locale, words } = useSite()
  return (
    <section className="masthead mapped">
      <div>
        <Breadcrumbs
          steps={[{ label: words('countries.title'), href: href(locale, 'countries') }]}
          here={words('worldRegion.heading')}
        />
        <h1>{words('worldRegion.heading')}</h1>
        <p className="lead">{words('worldRegion.lead')}</p>
        <ContentStyles styles="worldRegion" />
        <p>
          <a href={href(locale, 'trip')}>{words('tripSearch.fromRegion')}</a>
        </p>
        <WorldRegionLinks current={region} />
      </div>
      {plan && coverage && (
        <CoverageMap
          coverage={coverage}
          covered={words('units.countries', { count: plan.countryCodes.length })}
        />
      )}
    </section>
  )
}

function WorldRegionPlans({
  region,
  title,
  query,
  tariffs: plans,
  tariff: plan,
  fares,
}: WorldRegionData) {
  const { locale, words, currencies } = useSite()
  return (
    <section id="plans">
      <h2>{title}</h2>
      {plan && (
        <p>
          <a href="#covered">{words('worldRegion.listed')}</a>
        </p>
      )}
      <PlanList
        action={href(locale, 'worldRegion')}
        extraParams={{ region }}
        answer={plans}
        place={{ worldRegion: region }}
        query={query}
        operators={[]}
        best={fares && bestUnitPrice(fares, currencies[0])}
      />
    </section>
  )
}

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

type CoveredProps = { readonly codes: readonly string[]; readonly countries: readonly Country[] }

function CoveredCountries({ codes, countries }: CoveredProps) {
  const { locale, words } = useSite()
  const covered = countries.filter(({ countryCode2Letters }) => codes.includes(countryCode2Letters))
  return (
    <section id="covered">
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
