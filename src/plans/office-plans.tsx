import { z } from 'zod'
import { listPlans, mostPlans, planGroups, plansPerPage } from './list-plans.ts'
import type { PlanSearch, ListedPlan, PlanGroup } from './list-plans.ts'
import { readExchangeRates } from './price-book.ts'
import { wholeNumber } from '../api/common.ts'
import { officeHref } from '../words/office-paths.ts'
import type { OfficePage } from '../words/office-paths.ts'
import { useOffice } from '../office/office.tsx'
import { Paging, OfficeSearch, Tabs, WideTable } from '../office/lists.tsx'
import { resource, searchText } from '../office/resource.tsx'
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

/** Finds plans by a search text, or lists the plans of a group. */
export const plansScreen = resource({
  page: 'plans',
  section: 'plans',
  query: plansQuery,
  async load({ var: { context, locale } }, { q: query, group, page }) {
    const search = { query, group, page }
    const [list, rates] = await Promise.all([
      listPlans(context, search, locale),
      readExchangeRates(context.db),
    ])
    return { ...list, rates, search, currencies: context.config.CURRENCIES }
  },
  View: PlansView,
})

type PlansProps = {
  readonly search: PlanSearch
  readonly plans: readonly ListedPlan[]
  readonly total: number
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
}

function PlansView(props: PlansProps) {
  const { words } = useOffice()
  const { query } = props.search
  return (
    <>
      <PlanTabs current="plans" />
      <h1>{words('sections.plans')}</h1>
      <PlanSearchForm {...props} />
      {props.plans.length === 0 ? (
        <p className="panel" role="status">
          {query === '' ? words('plans.none') : words('plans.nothing', { query })}
        </p>
      ) : (
        <>
          <PlanTable {...props} />
          <PlanPaging {...props} />
        </>
      )}
    </>
  )
}

function PlanSearchForm({ search }: PlansProps) {
  const { words } = useOffice()
  const { query, group } = search
  return (
    <OfficeSearch
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
    </OfficeSearch>
  )
}

/**
 * Shows the range of plans on the page, their total, and links to the previous and the next page.
 */
function PlanPaging({ search, total }: PlansProps) {
  const { words, number } = useOffice()
  const { page } = search
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

function PlanTable({ plans, currencies, rates }: PlansProps) {
  const office = useOffice()
  const { words, money } = office
  return (
    <div className="panel">
      <WideTable
        name={words('sections.plans')}
        rows={plans}
        keyOf={({ tariffID }) => tariffID}
        columns={[
          [words('plans.plan'), (plan) => <PlanName {...plan} />],
          [words('plans.operator'), operatorOf, 'extra'],
          [words('plans.state'), ({ state }) => <StateBadge state={state} />],
          [words('plans.left'), (plan) => profilesLeft(office, plan), 'number'],
          [words('plans.price'), (plan) => pricesText(office, currencies, plan.prices), 'number'],
          [
            words('plans.cost'),
            ({ cost }) => (cost ? money(cost) : words('plans.unknown')),
            'number extra',
          ],
          [
            words('plans.margin'),
            (plan) => <Margin {...{ currencies, rates, plan }} />,
            'number extra',
          ],
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

/** Links to the pages of plans and other goods. Only staff who may import see the import tab. */
export function PlanTabs({ current }: { readonly current: PlanTab }) {
  const { words, may } = useOffice()
  const shown = tabs.filter((name) => name !== 'import' || may('import'))
  return (
    <Tabs
      label={words('tabs.label')}
      tabs={shown.map((name) => ({
        name: words(`tabs.${name}`),
        href: officeHref(name),
        isCurrent: name === current,
      }))}
    />
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
