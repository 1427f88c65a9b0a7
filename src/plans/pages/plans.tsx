import { demandOfFilter, demandOfSearch } from '../demand.shared.ts'
import { page, pageOrFirst } from '../../site/page.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { href } from '../../words/paths.shared.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { SearchForm } from '../../ui/navigation.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlanList } from '../plan-list.tsx'
import { findOperator } from './place-parts.tsx'
import { isFiltered, isNarrowed, planQuery } from '../plan-filters.tsx'

export const plansPage = page('tariffs', {
  access: 'public',
  query: planQuery,
  async get(c, { query: filters }) {
    const { locale, words, api } = c.var
    const query = { ...filters, operator: await findOperator(api, filters.operator, {}) }
    const plans = await pageOrFirst(query.page, (at) =>
      api.tariffsMarketplace({ ...query, page: at }),
    )
    if (plans.ok && plans.value.total === 0)
      reportUnmetDemand(
        c,
        isNarrowed(query) ? demandOfFilter('all', query) : demandOfSearch(query.search_string),
      )
    const action = href(locale, 'tariffs')
    return c.render(
      <section id="plans">
        <PlanList
          action={action}
          answer={plans}
          place={{}}
          query={query}
          operators={[]}
          titled="in-world"
        />
      </section>,
      {
        opening: <PlansMasthead search={query.search_string} />,
        title: words('tariffs.title'),
        styles: 'plans',
        description: words('tariffs.description'),
        isFiltered: isFiltered(query),
        listPage: plans.ok ? plans.value.page : undefined,
      },
    )
  },
})

function PlansMasthead({ search }: { readonly search: string }) {
  const { locale, words } = useSite()
  return (
    <Masthead heading={words('tariffs.heading')} lead={words('tariffs.lead')}>
      <SearchForm
        action={href(locale, 'tariffs')}
        label={words('tariffs.searchLabel')}
        value={search}
      />
    </Masthead>
  )
}
