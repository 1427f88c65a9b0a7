import { z } from 'zod'
import { listPlans, mostPlans, planGroups, plansPerPage, mostCounted } from './plans-for-office.ts'
import type { PlanSearch, ListedPlan, PlanGroup } from './plans-for-office.ts'
import { readExchangeRates } from './price-book.ts'
import { wholeNumber } from '../api/common.ts'
import { officeHref } from '../words/office-paths.ts'
import { BulkBar, BulkBox } from '../office/bulk-choice.tsx'
import { useOffice, type Office } from '../office/office-context.tsx'
import { Paging, OfficeSearch, Tabs, WideTable } from '../office/lists.tsx'
import { resource } from '../office/resource.tsx'
import { searchText } from '../office/routing.ts'
import { convert, pricesIn } from '../kit/money.shared.ts'
import type { Currencies, ExchangeRate, Prices } from '../kit/money.shared.ts'
import { formatPercent } from '../words/formats.shared.ts'
import type { SaleState } from './can-sell.ts'

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
  View(props) {
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
  },
})

type PlansProps = {
  readonly search: PlanSearch
  readonly plans: readonly ListedPlan[]
  readonly total: number
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
}

function PlanSearchForm({ search }: PlansProps) {
  const { words } = useOffice()
  const { query, group } = search
  return (
    <OfficeSearch page="plans" query={query} maxLength={maxQuery}>
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
      <BulkBar list="plans" />
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
          [
            words('plans.plan'),
            (plan) => (
              <>
                <BulkBox list="plans" id={plan.tariffID} name={plan.title} />
                <PlanName {...plan} />
              </>
            ),
          ],
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

const tabs = ['plans', 'import', 'promoCodes', 'vouchers', 'prices', 'suppliers'] as const
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

type PlanListQuery = { readonly query?: string; readonly group?: PlanGroup; readonly page?: number }

function plansHref({ query = '', group = 'all', page = 1 }: PlanListQuery): string {
  return officeHref('plans', {
    q: query === '' ? undefined : query,
    group: group === 'all' ? undefined : group,
    page: page === 1 ? undefined : page,
  })
}

/** Shows the name of a plan as a link to its page, and the code of the plan. */
export function PlanName({ tariffID, title }: Pick<ListedPlan, 'tariffID' | 'title'>) {
  return (
    <>
      <a href={officeHref('plan', { id: tariffID })}>{title}</a>
      <br />
      <small>
        <code>{tariffID}</code>
      </small>
    </>
  )
}

/** Formats prices as `$12.50 · 1 150 ₽`, with the base currency first. */
function pricesText({ money }: Office, currencies: Currencies, prices: Prices): string {
  const others = Object.keys(prices).filter((each) => !currencies.includes(each))
  return pricesIn([...currencies, ...others], prices)
    .map(money)
    .join(' · ')
}

type MarginProps = {
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
  readonly plan: Pick<ListedPlan, 'cost' | 'prices'>
}

/**
 * Shows the profit of the next eSIM in the base currency, and its margin: the profit in percent of
 * the price.
 */
export function Margin({ currencies, rates, plan }: MarginProps) {
  const { locale, words, money } = useOffice()
  const [base] = currencies
  const cost = plan.cost && convert(plan.cost, base, rates)
  const price = plan.prices[base]
  if (cost === null || price === undefined) return <>{words('plans.unknown')}</>
  const minor = price - cost
  const percent = price === 0 ? null : Math.round((minor / price) * 100)
  return (
    <span className={minor < 0 ? 'badge bad' : undefined}>
      {money({ minor, currency: base })}
      {percent !== null && ` (${formatPercent(locale, percent)})`}
    </span>
  )
}

const tones: { readonly [state in SaleState]: string } = {
  'on-sale': 'good',
  'taken-off': '',
  'not-listed': '',
  'no-stock': 'bad',
  'supplier-gone': 'bad',
  'supplier-off': 'warn',
  'supplier-key': 'bad',
  'supplier-balance': 'bad',
}

/** Shows whether a plan is on sale, or the reason why it is not. */
export function StateBadge({ state }: { readonly state: SaleState }) {
  const { words } = useOffice()
  return <span className={`badge ${tones[state]}`}>{words(`plans.states.${state}`)}</span>
}

/** Returns the number of eSIMs left. The shop buys the eSIMs of a plan without any when it sells. */
export function profilesLeft(
  { words, number }: Office,
  { left, state }: Pick<ListedPlan, 'left' | 'state'>,
): string {
  if (left === 0 && state === 'on-sale') return words('plans.atSupplier')
  return left < mostCounted ? number(left) : words('plans.many', { count: left })
}
