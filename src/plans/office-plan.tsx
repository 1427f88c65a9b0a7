import type { Currencies, ExchangeRate } from '../kit/money.shared.ts'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionPanel } from '../office/actions.tsx'
import { BackLink } from '../office/document.tsx'
import { HistoryPanel } from '../office/history.tsx'
import { FactList, Panel, TablePanel, WideTable } from '../office/lists.tsx'
import { useOffice, type OfficeContext } from '../office/office-context.tsx'
import { resource } from '../office/resource.tsx'
import { subjectQuery } from '../office/routing.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { href } from '../words/paths.shared.ts'
import { ownStock } from './can-sell.ts'
import { planActionForms, type PlanSubject } from './office-plan-actions.tsx'
import { Margin, StateBadge, profilesLeft } from './office-plans.tsx'
import { planForOffice } from './plans-for-office.ts'
import type { PlanForOffice, SourceOfPlan, StockOfPlan } from './plans-for-office.ts'
import { readExchangeRates } from './price-book.ts'

/** Shows a plan with its sources, stock and history, and its forms. */
export const planScreen = resource({
  page: 'plan',
  section: 'plans',
  query: subjectQuery,
  async load(c, query) {
    const subject = await loadPlan(c, query)
    return subject && { ...subject, rates: await readExchangeRates(c.var.context.db) }
  },
  title: (_, { plan }) => plan.title,
  View: PlanView,
  forms: {
    actions: planActionForms,
    subject: loadPlan,
    href: ({ id }, done) => officeHref('plan', { id, done }),
  },
})

async function loadPlan(
  { var: { context, locale } }: OfficeContext,
  { id }: { readonly id: string },
): Promise<PlanSubject | null> {
  const plan = await planForOffice(context, id, locale)
  return plan && { plan, currencies: context.config.CURRENCIES }
}

type ShownPlan = {
  readonly plan: PlanForOffice
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
}

function PlanView(props: ShownPlan) {
  const { locale, words } = useOffice()
  const { plan } = props
  return (
    <>
      <BackLink to="plans" />
      <div className="heading">
        <h1>
          {plan.title} <StateBadge state={plan.state} />
        </h1>
        <a href={href(locale, 'tariff', { operator: plan.operatorIdent, tariffID: plan.tariffID })}>
          {words('plans.customerPage')}
        </a>
      </div>
      <ActionNotice />
      <div className="order">
        <div className="stack">
          <PlanPanel {...props} />
          <SourceTable sources={plan.sources} />
          <StockTable stock={plan.stock} />
        </div>
        <ActionPanel subject={props} version={plan.version} actions={planActionForms} />
        <HistoryPanel entries={plan.history} />
      </div>
    </>
  )
}

function PlanPanel(props: ShownPlan) {
  const office = useOffice()
  const { words, money } = office
  const { plan, currencies } = props
  return (
    <section className="panel">
      <p>
        {words(`plans.stateTexts.${plan.state}`)}{' '}
        {plan.offSaleAt !== null && <small>{formatTime(plan.offSaleAt)}</small>}
      </p>
      <FactList
        facts={[
          [words('plans.code'), <code key="code">{plan.tariffID}</code>],
          [words('plans.operator'), plan.operator],
          [words('plans.describedBy'), plan.supplier ?? words('plans.yourFiles')],
          ...currencies.map((currency) => {
            const minor = plan.prices[currency]
            const price = minor === undefined ? '—' : money({ minor, currency })
            const isSet = currency in plan.setPrices
            const text = isSet ? `${price}, ${words('plans.setByYou')}` : price
            return [words('fields.price', { currency }), text] as const
          }),
          [words('plans.cost'), plan.cost === null ? words('plans.unknown') : money(plan.cost)],
          [words('plans.margin'), <Margin key="margin" {...props} />],
          [words('plans.left'), profilesLeft(office, plan)],
        ]}
      />
    </section>
  )
}

/** Lists the sources of a plan in the order in which the shop tries them. */
function SourceTable({ sources }: { readonly sources: readonly SourceOfPlan[] }) {
  const { words, money } = useOffice()
  return (
    <Panel id="sources" heading={words('plans.sources')}>
      <WideTable
        name={{ id: 'sources' }}
        caption={words('plans.sourcesText')}
        rows={sources}
        keyOf={({ supplier, planCode }) => `${supplier} ${planCode}`}
        columns={[
          [words('plans.source'), (source) => <SourceName {...source} />],
          [
            words('plans.planCode'),
            ({ planCode }) => (planCode === '' ? '—' : <code>{planCode}</code>),
          ],
          [words('plans.priority'), ({ priority }) => priority, 'number'],
          [words('plans.cost'), ({ cost }) => (cost === null ? '—' : money(cost)), 'number'],
        ]}
      />
    </Panel>
  )
}

function SourceName({ supplier, isAvailable }: SourceOfPlan) {
  const { words } = useOffice()
  return (
    <>
      {supplier === ownStock ? words('plans.ownStock') : supplier}{' '}
      {isAvailable === 0 && <span className="badge bad">{words('plans.gone')}</span>}
    </>
  )
}

/** Lists the unsold profiles of a plan by cost. Their codes are secret, so none is shown. */
function StockTable({ stock }: { readonly stock: readonly StockOfPlan[] }) {
  const { words, money, number } = useOffice()
  return (
    <TablePanel
      id="stock"
      heading={words('plans.stock')}
      empty={words('plans.noStock')}
      rows={stock}
      keyOf={(each) => JSON.stringify(each)}
      columns={[
        [words('plans.kind'), (each) => words(`plans.kinds.${kindOf(each)}`)],
        [words('plans.profiles'), ({ profiles }) => number(profiles), 'number'],
        [
          words('plans.cost'),
          ({ cost }) => (cost === null ? words('plans.unknown') : money(cost)),
          'number',
        ],
      ]}
    />
  )
}

function kindOf({ isWithdrawn, isSample }: StockOfPlan) {
  if (isWithdrawn === 1) return 'withdrawn'
  return isSample === 1 ? 'sample' : 'sale'
}
