import { demandOfFilter, demandOfSearch } from '../demand.shared.ts'
import { page, pageOrFirst, shownPage } from '../../site/page.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { href } from '../../words/paths.shared.ts'
import { Late } from '../../ui/in-order.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { SearchForm } from '../../ui/navigation.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlanList, type PlanAnswer } from '../plan-list.tsx'
import { findOperator } from './place-parts.tsx'
import { isFiltered, isNarrowed, planQuery, type PlanQuery } from '../plan-filters.tsx'

export const plansPage = page('tariffs', {
  access: 'public',
  query: planQuery,
  async get(c, { query: filters }) {
    const { words, api } = c.var
    const plans = loadPlans()
    return c.render(
      <section id="plans">
        <Late of={plans} as={AllPlans} />
      </section>,
      {
        opening: <PlansMasthead search={filters.search_string} />,
        title: words('tariffs.title'),
        styles: 'plans',
        description: words('tariffs.description'),
        isFiltered: isFiltered(filters),
        listPage: await shownPage(filters.page, async () => (await plans).answer),
      },
    )

    async function loadPlans() {
      const query = { ...filters, operator: await findOperator(api, filters.operator, {}) }
      const answer = await pageOrFirst(query.page, (at) =>
        api.tariffsMarketplace({ ...query, page: at }),
      )
      if (answer.ok && answer.value.total === 0)
        reportUnmetDemand(
          c,
          isNarrowed(query) ? demandOfFilter('all', query) : demandOfSearch(query.search_string),
        )
      return { query, answer }
    }
  },
})

type LoadedPlans = { readonly query: PlanQuery; readonly answer: PlanAnswer }

function AllPlans({ query, answer }: LoadedPlans) {
  const action = href(useSite().locale, 'tariffs')
  return <PlanList {...{ action, answer, query }} place={{}} operators={[]} titled="in-world" />
}

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
