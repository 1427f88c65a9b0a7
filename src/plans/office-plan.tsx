import type { z } from 'zod'
import { d1Store } from '../kit/sql-store.ts'
import { planForStaff } from './plan-for-office.ts'
import type { PlanForStaff, SourceOfPlan, StockOfPlan } from './plan-for-office.ts'
import { readExchangeRates } from './price-book.ts'
import { err } from '../kit/result.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { actionForm, failureStatus, ActionNotice } from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext, Office, OfficeWords } from '../office/office.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { renderPage, BackLink } from '../office/document.tsx'
import { actionIn, actionPost, screen, subjectQuery } from '../office/routing.ts'
import type { RejectedForm } from '../office/routing.ts'
import { planActionForms } from './office-plan-actions.tsx'
import type { Action } from '../api/staff.ts'
import type { ExchangeRate } from './price-rules.ts'
import type { Currencies } from '../kit/money.shared.ts'
import { formatMoney, formatTime, formatNumber } from '../words/formats.shared.ts'
import { href } from '../words/paths.shared.ts'
import { History } from '../office/history.tsx'
import { SubjectForms } from '../office/subject-forms.tsx'
import { profilesLeft, Margin, StateBadge } from './office-plan-parts.tsx'
import { ownStock } from './can-sell.ts'
import { WideTable, TablePanel } from '../office/lists.tsx'

export const planPage = screen({ query: subjectQuery, get: showPlan })

export const planAction = actionPost({
  query: subjectQuery,
  form: actionForm.extend({ action: actionIn(planActionForms) }),
  async run(c, { query, form, input, fields }) {
    const { context, person, locale } = c.var
    const plan = await planForStaff(context, query.id, locale)
    if (!plan) return err({ code: 'not-found' })
    const { CURRENCIES: currencies } = context.config
    return form.action.run(context, person, input, fields, { plan, currencies })
  },
  hrefAfter: ({ query, form }) => officeHref('plan', { id: query.id, done: form.action.name }),
  showAgain: showPlan,
})

async function showPlan(
  c: OfficeContext,
  { id, done }: z.output<typeof subjectQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, locale } = c.var
  const plan = await planForStaff(context, id, locale)
  if (!plan) return showRefusal(c, 'notFound', 404)
  return renderPage(
    c,
    { title: plan.title, section: 'plans' },
    <PlanView
      plan={plan}
      currencies={context.config.CURRENCIES}
      rates={await readExchangeRates(d1Store(context.db))}
      done={done}
      rejected={rejected}
    />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

type PlanViewProps = {
  readonly plan: PlanForStaff
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
  /** The action that has just been done. */
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}

function PlanView(props: PlanViewProps) {
  const { locale, words } = useOffice()
  const { plan, currencies, rejected } = props
  return (
    <>
      <BackLink href={officeHref('plans')} page={words('sections.plans')} />
      <div className="heading">
        <h1>
          {plan.title} <StateBadge state={plan.state} />
        </h1>
        <a href={href(locale, 'tariff', { operator: plan.operatorIdent, tariffID: plan.tariffID })}>
          {words('plans.customerPage')}
        </a>
      </div>
      <ActionNotice done={props.done} failure={rejected?.failure ?? null} />
      <div className="order">
        <div className="stack">
          <PlanFactsPanel {...props} />
          <SourceTable sources={plan.sources} />
          <StockOfPlanTable stock={plan.stock} />
        </div>
        <SubjectForms
          {...props}
          href={officeHref('plan', { id: plan.tariffID })}
          version={plan.version}
          subject={{ plan, currencies }}
          actions={planActionForms}
        />
        <section className="panel" aria-labelledby="history">
          <h2 id="history">{words('plans.history')}</h2>
          {plan.history.length === 0 && <p className="soft">{words('plans.noHistory')}</p>}
          <History entries={plan.history} />
        </section>
      </div>
    </>
  )
}

function PlanFactsPanel(props: PlanViewProps) {
  const office = useOffice()
  const { words } = office
  const { plan } = props
  return (
    <section className="panel">
      <p>
        {words(`plans.stateTexts.${plan.state}`)}{' '}
        {plan.offSaleAt !== null && <small>{formatTime(plan.offSaleAt)}</small>}
      </p>
      <dl className="facts">
        {factsOf(office, props).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf(office: Office, props: PlanViewProps) {
  const { locale, words } = office
  const { plan } = props
  const cost = plan.cost === null ? words('plans.unknown') : formatMoney(locale, plan.cost)
  return [
    [words('plans.code'), <code key="code">{plan.tariffID}</code>],
    [words('plans.operator'), plan.operator],
    [words('plans.describedBy'), plan.supplier ?? words('plans.yourFiles')],
    ...pricesOf(office, props),
    [words('plans.cost'), cost],
    [words('plans.margin'), <Margin key="margin" {...props} />],
    [words('plans.left'), profilesLeft(office, plan)],
  ] as const
}

function pricesOf({ locale, words }: Office, { plan, currencies }: PlanViewProps) {
  return currencies.map((currency) => {
    const minor = plan.prices[currency]
    const price = minor === undefined ? '—' : formatMoney(locale, { minor, currency })
    const isSet = currency in plan.setPrices
    return [
      words('fields.price', { currency }),
      isSet ? `${price}, ${words('plans.setByYou')}` : price,
    ] as const
  })
}

type Props = {
  readonly sources: readonly SourceOfPlan[]
}

/** Lists the sources of a plan in the order in which the shop tries them. */
function SourceTable({ sources }: Props) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="sources">
      <h2 id="sources">{words('plans.sources')}</h2>
      <WideTable
        name={{ id: 'sources' }}
        caption={words('plans.sourcesText')}
        rows={sources}
        keyOf={({ supplier, planCode }) => `${supplier} ${planCode}`}
        columns={[
          { name: words('plans.source'), render: (source) => sourceName(words, source) },
          {
            name: words('plans.planCode'),
            render: ({ planCode }) => (planCode === '' ? '—' : <code>{planCode}</code>),
          },
          { name: words('plans.priority'), isNumber: true, render: ({ priority }) => priority },
          {
            name: words('plans.cost'),
            isNumber: true,
            render: ({ cost }) => (cost === null ? '—' : formatMoney(locale, cost)),
          },
        ]}
      />
    </section>
  )
}

function sourceName(words: OfficeWords, { supplier, isAvailable }: SourceOfPlan) {
  return (
    <>
      {supplier === ownStock ? words('plans.ownStock') : supplier}{' '}
      {!isAvailable && <span className="badge bad">{words('plans.gone')}</span>}
    </>
  )
}

type StockOfPlanTableProps = {
  readonly stock: readonly StockOfPlan[]
}

/** Lists the unsold profiles of a plan by cost. Their codes are secret, so none is shown. */
function StockOfPlanTable({ stock }: StockOfPlanTableProps) {
  const { locale, words } = useOffice()
  return (
    <TablePanel
      id="stock"
      heading={words('plans.stock')}
      empty={words('plans.noStock')}
      rows={stock}
      keyOf={(each) => JSON.stringify(each)}
      columns={[
        { name: words('plans.kind'), render: (each) => words(`plans.kinds.${kindOf(each)}`) },
        {
          name: words('plans.profiles'),
          isNumber: true,
          render: ({ profiles }) => formatNumber(locale, profiles),
        },
        {
          name: words('plans.cost'),
          isNumber: true,
          render: ({ cost }) =>
            cost === null ? words('plans.unknown') : formatMoney(locale, cost),
        },
      ]}
    />
  )
}

function kindOf({ isWithdrawn, isSample }: StockOfPlan) {
  if (isWithdrawn) return 'withdrawn'
  return isSample ? 'sample' : 'sale'
}
