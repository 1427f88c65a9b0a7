import { demandOfFilter, demandOfSearch } from '../../domain/unmet-demand.ts'
import { page, pageOrFirst } from '../../http/page/page.ts'
import { reportUnmetDemand } from '../../http/demand-reports.ts'
import { href } from '../../locale/paths.ts'
import { Masthead } from '../../ui/layout/masthead.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { useSite } from '../../ui/site.tsx'
import { TariffList } from '../../ui/tariffs/tariff-list.tsx'
import { findOperator } from './find-operator.ts'
import { isFiltered, isNarrowed, tariffQuery } from '../../ui/tariffs/tariff-query.ts'

export const tariffsPage = page('tariffs', {
  access: 'public',
  query: tariffQuery,
  async get(c, { query: filters }) {
    const { locale, words, api } = c.var
    const query = { ...filters, operator: await findOperator(api, filters.operator, {}) }
    const tariffs = await pageOrFirst(query.page, (at) =>
      api.tariffsMarketplace({ ...query, page: at }),
    )
    if (tariffs.ok && tariffs.value.total === 0)
      reportUnmetDemand(
        c,
        isNarrowed(query) ? demandOfFilter('all', query) : demandOfSearch(query.search_string),
      )
    const action = href(locale, 'tariffs')
    return c.render(
      <section id="plans">
        <TariffList
          action={action}
          answer={tariffs}
          place={{}}
          query={query}
          operators={[]}
          titled="in-world"
        />
      </section>,
      {
        opening: <TariffsMasthead search={query.search_string} />,
        title: words('tariffs.title'),
        styles: 'plans',
        description: words('tariffs.description'),
        isFiltered: isFiltered(query),
        listPage: tariffs.ok ? tariffs.value.page : undefined,
      },
    )
  },
})

function TariffsMasthead({ search }: { readonly search: string }) {
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
