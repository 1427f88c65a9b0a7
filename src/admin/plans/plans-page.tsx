import { d1Store } from '../../backend/d1-store.ts'
import { listPlans, planGroups } from '../../backend/operations/goods/list-plans.ts'
import type { PlanPage, PlanSearch } from '../../backend/operations/goods/list-plans.ts'
import { readExchangeRates } from '../../backend/pricing/read-price-book.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { renderPage } from '../layout/render-page.tsx'
import { StaffSearch } from '../staff-search.tsx'
import { plansHref } from './hrefs.ts'
import { PlanTable } from './plan-table.tsx'
import { PlanTabs } from './plan-tabs.tsx'

const maxQuery = 80

/** Finds plans by a search text, or lists those of a group. */
export async function showPlans(c: AdminContext): Promise<Response> {
  const { context, locale, words } = c.var
  const search: PlanSearch = {
    query: (c.req.query('q') ?? '').trim().slice(0, maxQuery),
    group: planGroups.find((each) => each === c.req.query('group')) ?? 'all',
    after: (c.req.query('after') ?? '').slice(0, maxQuery),
  }
  const [page, rates] = await Promise.all([
    listPlans(context, search, locale),
    readExchangeRates(d1Store(context.db)),
  ])
  const title = words('sections.plans')
  const { CURRENCIES: currencies } = context.config
  return renderPage(
    c,
    { title, section: 'plans' },
    <>
      <h1>{title}</h1>
      <PlanTabs words={words} current="plans" />
      <PlanSearchForm words={words} search={search} />
      {page.plans.length === 0 ? (
        <p className="panel" role="status">
          {search.query === ''
            ? words('plans.none')
            : words('plans.nothing', { query: search.query })}
        </p>
      ) : (
        <PlanTable {...{ words, locale, currencies, rates }} plans={page.plans} />
      )}
      <Paging words={words} search={search} page={page} />
    </>,
  )
}

function PlanSearchForm({ words, search }: { words: AdminWords; search: PlanSearch }) {
  const { query, group } = search
  return (
    <StaffSearch
      words={words}
      href="/admin/plans"
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

type PagingProps = {
  readonly words: AdminWords
  readonly search: PlanSearch
  readonly page: PlanPage
}

function Paging({ words, search, page: { next } }: PagingProps) {
  if (next === null && search.after === '') return null
  return (
    <p className="groups">
      {search.after !== '' && (
        <a href={plansHref({ ...search, after: '' })}>{words('plans.first')}</a>
      )}
      {next !== null && <a href={plansHref({ ...search, after: next })}>{words('plans.next')}</a>}
    </p>
  )
}
