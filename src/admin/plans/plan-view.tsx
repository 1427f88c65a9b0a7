import type { PlanForStaff } from '../../plans/plan-for-office.ts'
import type { Action } from '../../api/staff.ts'
import type { ExchangeRate } from '../../plans/price-rules.ts'
import type { Currencies } from '../../kit/money.shared.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionNotice } from '../action-notice.tsx'
import { History } from '../history.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { useOffice } from '../office.tsx'
import type { Office } from '../office.tsx'
import { SubjectForms } from '../subject-forms.tsx'
import type { RejectedForm } from '../routing/admin-action.ts'
import { planActionForms } from './actions/plan-actions.ts'
import { profilesLeft } from './profiles-left.ts'
import { Margin } from './plan-prices.tsx'
import { SourceTable } from './source-table.tsx'
import { StateBadge } from './state-badge.tsx'
import { StockOfPlanTable } from './stock-of-plan-table.tsx'

export type PlanViewProps = {
  readonly plan: PlanForStaff
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
  /** The action that has just been done. */
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}

export function PlanView(props: PlanViewProps) {
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
