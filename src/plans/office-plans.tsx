import { z } from 'zod'
import { d1Store } from '../kit/sql-store.ts'
import { listPlans, mostPlans, planGroups, plansPerPage } from './list-plans.ts'
import type { PlanSearch, ListedPlan, PlanGroup } from './list-plans.ts'
import { readExchangeRates } from './price-book.ts'
import { wholeNumber } from '../api/common.ts'
import { formatNumber, formatMoney } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import type { OfficePage } from '../words/office-paths.ts'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { Paging, StaffSearch, WideTable } from '../office/lists.tsx'
import { renderPage } from '../office/document.tsx'
import { screen, searchText } from '../office/routing.ts'
import type { ExchangeRate } from './price-rules.ts'
import type { Currencies } from '../kit/money.shared.ts'
import { profilesLeft, PlanName, Margin, pricesText, StateBadge } from './office-plan-parts.tsx'

const maxQuery = 80
const pageNumber = wholeNumber({ min: 1, max: mostPlans / plansPerPage }).catch(1)

const plansQuery = z.object({
  q: searchText(maxQuery),
  group: z.enum(planGroups).catch('all'),
  page: pageNumber,
})

export const plansPage = screen({ query: plansQuery, get: showPlans })

/** Finds plans by a search text, or lists the plans of a group. */
async function showPlans(
  c: OfficeContext,
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

type Props = {
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
  readonly plans: readonly ListedPlan[]
}

function PlanTable({ plans, ...money }: Props) {
  const office = useOffice()
  const { locale, words } = office
  return (
    <div className="panel">
      <WideTable
        name={words('sections.plans')}
        rows={plans}
        keyOf={({ tariffID }) => tariffID}
        columns={[
          { name: words('plans.plan'), render: (plan) => <PlanName {...plan} /> },
          { name: words('plans.operator'), isExtra: true, render: operatorOf },
          { name: words('plans.state'), render: ({ state }) => <StateBadge state={state} /> },
          {
            name: words('plans.left'),
            isNumber: true,
            render: (plan) => profilesLeft(office, plan),
          },
          {
            name: words('plans.price'),
            isNumber: true,
            render: ({ prices }) => pricesText(locale, money.currencies, prices),
          },
          {
            name: words('plans.cost'),
            isNumber: true,
            isExtra: true,
            render: ({ cost }) => (cost ? formatMoney(locale, cost) : words('plans.unknown')),
          },
          {
            name: words('plans.margin'),
            isNumber: true,
            isExtra: true,
            render: (plan) => <Margin {...money} plan={plan} />,
          },
        ]}
      />
    </div>
  )
}

function operatorOf({ operator, supplier }: ListedPlan) {
  return (
    <>
      {operator}
      {supplier !== null && <small> · {supplier}</small>}
    </>
  )
}

const tabs = [
  'plans',
  'import',
  'promoCodes',
  'prices',
  'suppliers',
] as const satisfies readonly OfficePage[]
type PlanTab = (typeof tabs)[number]

type PlanTabsProps = {
  readonly current: PlanTab
}

/** Links to the pages of plans and other goods. Only staff who may import see the import tab. */
export function PlanTabs({ current }: PlanTabsProps) {
  const { words, may } = useOffice()
  const shown = tabs.filter((name) => name !== 'import' || may('import'))
  return (
    <nav className="tabs" aria-label={words('tabs.label')}>
      {shown.map((name) => (
        <a key={name} href={officeHref(name)} aria-current={name === current ? 'page' : undefined}>
          {words(`tabs.${name}`)}
        </a>
      ))}
    </nav>
  )
}

type PlanListQuery = {
  readonly query?: string
  readonly group?: PlanGroup
  readonly page?: number
}

function plansHref({ query = '', group = 'all', page = 1 }: PlanListQuery): string {
  return officeHref('plans', {
    q: query === '' ? undefined : query,
    group: group === 'all' ? undefined : group,
    page: page === 1 ? undefined : page,
  })
}
