import type { ReactNode } from 'react'
import { z } from 'zod'
import { worldRegion, worldRegions, type Country, type WorldRegion } from '../operations.ts'
import { bestUnitPrice } from '../fares.ts'
import { demandOfFilter } from '../demand.shared.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { drawnCoverageOf, CoverageMap } from './coverage.tsx'
import type { AppContext } from '../../site/app-env.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { page, pageOrFirst, shownPage } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'
import { Late } from '../../ui/in-order.tsx'
import { Breadcrumbs } from '../../ui/navigation.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlaceList } from '../place-list.tsx'
import { PlanList } from '../plan-list.tsx'
import { findOperator } from './place-parts.tsx'
import { isFiltered, planQuery, type PlanQuery } from '../plan-filters.tsx'

/** The default of `?region=`. Most multi-country trips are in Europe. */
const defaultRegion: WorldRegion = 'europe'

export const worldRegionPage = page('worldRegion', {
  access: 'public',
  query: planQuery.extend({
    region: z.string().toLowerCase().pipe(worldRegion).optional().catch(undefined),
  }),
  async get(c, { query: { region: chosen, ...filters } }) {
    const { words } = c.var
    const region = chosen ?? defaultRegion
    const loaded = loadWorldRegion(c, region, filters)
    return c.render(<Late of={loaded} as={WorldRegionContent} />, {
      opening: (
        <WorldRegionMasthead region={region}>
          <Late of={loaded} as={RegionMap} />
        </WorldRegionMasthead>
      ),
      title: chosen
        ? words('worldRegion.titleOf', { region: words(`worldRegions.${region}`) })
        : words('worldRegion.title'),
      description: words('worldRegion.description'),
      styles: 'worldRegion',
      isFiltered: isFiltered(filters) || chosen !== undefined,
      listPage: await shownPage(filters.page, async () => (await loaded).plans),
    })
  },
})

async function loadWorldRegion(c: AppContext, region: WorldRegion, filters: PlanQuery) {
  const { api, dictionaries } = c.var
  const operator = await findOperator(api, filters.operator, { worldRegion: region })
  const query = { ...filters, operator }
  const [plans, fares, lists] = await Promise.all([
    pageOrFirst(query.page, (at) =>
      api.tariffsMarketplace({ ...query, page: at, worldRegion: region }),
    ),
    api.tariffFares({ worldRegion: region }),
    dictionaries.countryLists(),
  ])
  if (plans.ok && plans.value.total === 0) reportUnmetDemand(c, demandOfFilter(region, query))
  const plan = plans.ok ? plans.value.data[0] : undefined
  return {
    region,
    query,
    plans,
    /** The first plan. The page shows its countries. */
    plan,
    fares: fares.ok ? fares.value.data : null,
    coverage: plan ? await drawnCoverageOf(c, lists, plan.countryCodes) : null,
    countries: lists.all.list,
  }
}

type WorldRegionData = Awaited<ReturnType<typeof loadWorldRegion>>

function WorldRegionMasthead({ region, children }: { region: WorldRegion; children: ReactNode }) {
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
      {children}
    </section>
  )
}

function RegionMap({ plan, coverage }: WorldRegionData) {
  const { words } = useSite()
  if (!plan || !coverage) return null
  return (
    <CoverageMap
      coverage={coverage}
      covered={words('units.countries', { count: plan.countryCodes.length })}
    />
  )
}

function WorldRegionContent({ region, query, plans, plan, fares, countries }: WorldRegionData) {
  const { locale, words, currencies } = useSite()
  return (
    <>
      <section id="plans">
        <h2>{words(`worldRegions.${region}`)}</h2>
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
      {plan && <CoveredCountries codes={plan.countryCodes} countries={countries} />}
    </>
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
