import { z } from 'zod'
import { d1Store } from '../../backend/d1-store.ts'
import {
  listPlans,
  mostPlans,
  planGroups,
  plansPerPage,
} from '../../backend/operations/goods/list-plans.ts'
import type { PlanSearch } from '../../backend/operations/goods/list-plans.ts'
import { readExchangeRates } from '../../backend/pricing/read-price-book.ts'
import { wholeNumber } from '../../contract/common.ts'
import { formatNumber } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { officeHref } from '../../locale/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { Paging } from '../layout/paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
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
  const { context, locale, words, person } = c.var
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
      <PlanTabs words={words} person={person} current="plans" />
      <h1>{title}</h1>
      <PlanSearchForm words={words} search={search} />
      {plans.length === 0 ? (
        <p className="panel" role="status">
          {search.query === ''
            ? words('plans.none')
            : words('plans.nothing', { query: search.query })}
        </p>
      ) : (
        <>
          <PlanTable {...{ words, locale, currencies, rates, plans }} />
          <PlanPaging {...{ words, locale, search, total }} />
        </>
      )}
    </>,
  )
}

function PlanSearchForm({ words, search }: { words: AdminWords; search: PlanSearch }) {
  const { query, group } = search
  return (
    <StaffSearch
      words={words}
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
  readonly words: AdminWords
  readonly locale: Locale
  readonly search: PlanSearch
  readonly total: number
}

/**
 * Shows the range of plans on the page, their total, and links to the previous and the next page.
 */
function PlanPaging({ words, locale, search, total }: PlanPagingProps) {
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
