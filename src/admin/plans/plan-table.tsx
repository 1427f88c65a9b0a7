import type { ListedPlan } from '../../plans/list-plans.ts'
import type { ExchangeRate } from '../../plans/price-rules.ts'
import type { Currencies } from '../../kit/money.shared.ts'
import { formatMoney } from '../../words/formats.shared.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'
import { profilesLeft } from './profiles-left.ts'
import { PlanName } from './plan-name.tsx'
import { Margin, pricesText } from './plan-prices.tsx'
import { StateBadge } from './state-badge.tsx'

type Props = {
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
  readonly plans: readonly ListedPlan[]
}

export function PlanTable({ plans, ...money }: Props) {
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
