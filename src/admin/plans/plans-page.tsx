import { z } from 'zod'
import { d1Store } from '../../kit/sql-store.ts'
import { listPlans, mostPlans, planGroups, plansPerPage } from '../../plans/list-plans.ts'
import type { PlanSearch } from '../../plans/list-plans.ts'
import { readExchangeRates } from '../../plans/price-book.ts'
import { wholeNumber } from '../../api/common.ts'
import { formatNumber } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import { Paging } from '../layout/paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { useOffice } from '../office.tsx'
import { adminPage } from '../routing/admin-page.ts'
import { searchText } from '../routing/query-fields.ts'
import { StaffSearch } from '../staff-search.tsx'
import { plansHref } from './hrefs.ts'
import { PlanTable } from './plan-table.tsx'
import { PlanTabs } from './plan-tabs.tsx'

const maxQuery = 80
const pageNumber = wholeNumber({ min: 1, max: mostPlans / plansPerPage }).catch(1)

const plansQuery = z.object({
  q: searchText(maxQuery),
  group: z.enum(planGroups).catch('all'),
  page: pageNumber,
})

export const plansPage = adminPage({ query: plansQuery, get: showPlans })

/** Finds plans by a search text, or lists the plans of a group. */
async function showPlans(
  c: AdminContext,
  { q: query, group, page }: z.output<typeof plansQuery>,
): Promise<Response> {
  const { context, locale, words } = c.var
  const search: PlanSearch = { query, group, page }
  const [{ plans, total }, rates] = await Promise.all([
    listPlans(context, search, locale),
    readExchangeRates(d1Store(context.db)),
  ])
  const title = words('sections.plans')
  const { CURRENCIES: currencies } = context.config
  return renderPage(
    c,
    { title, section: 'plans' },
    <>
      <PlanTabs current="plans" />
      <h1>{title}</h1>
      <PlanSearchForm search={search} />
      {plans.length === 0 ? (
        <p className="panel" role="status">
          {search.query === ''
            ? words('plans.none')
            : words('plans.nothing', { query: search.query })}
        </p>
      ) : (
        <>
          <PlanTable currencies={currencies} rates={rates} plans={plans} />
          <PlanPaging search={search} total={total} />
        </>
      )}
    </>,
  )
}

function PlanSearchForm({ search }: { search: PlanSearch }) {
  const { words } = useOffice()
  const { query, group } = search
  return (
    <StaffSearch
      href={officeHref('plans')}
      label={words('plans.search')}
      hint={words('plans.searchHint')}
      query={query}
      maxLength={maxQuery}
    >
      <p className="groups">
        {planGroups.map((each) => (
          <a
            key={each}
            href={plansHref({ group: each })}
            aria-current={query === '' && each === group ? 'true' : undefined}
          >
            {words(`plans.groups.${each}`)}
          </a>
        ))}
      </p>
    </StaffSearch>
  )
}

type PlanPagingProps = {
  readonly search: PlanSearch
  readonly total: number
}

/**
 * Shows the range of plans on the page, their total, and links to the previous and the next page.
 */
function PlanPaging({ search, total }: PlanPagingProps) {
  const { locale, words } = useOffice()
  const { page } = search
  const number = (value: number) => formatNumber(locale, value)
  const first = (page - 1) * plansPerPage + 1
  const last = Math.min(page * plansPerPage, total)
  return (
    <div className="heading">
      <p>
        {words(total < mostPlans ? 'plans.range' : 'plans.longRange', {
          first: number(first),
          last: number(last),
          total: number(total),
        })}
      </p>
      <Paging
        links={[
          page > 1
            ? { href: plansHref({ ...search, page: page - 1 }), name: words('plans.previous') }
            : null,
          last < total
            ? { href: plansHref({ ...search, page: page + 1 }), name: words('plans.next') }
            : null,
        ]}
      />
    </div>
  )
}
