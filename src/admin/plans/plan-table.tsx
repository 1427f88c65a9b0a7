import { mostCounted } from '../../backend/operations/goods/plan-rows.ts'
import type { ListedPlan } from '../../backend/operations/goods/plan-rows.ts'
import type { ExchangeRate } from '../../domain/exchange-rates.ts'
import type { Currencies } from '../../domain/money.ts'
import { formatMoney, formatNumber } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { planHref } from './hrefs.ts'
import { Margin, pricesText } from './plan-prices.tsx'
import { StateBadge } from './state-badge.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
  readonly plans: readonly ListedPlan[]
}

export function PlanTable(props: Props) {
  const { words, locale, currencies, plans } = props
  return (
    <div className="panel scroll">
      <table>
        <TableHead
          texts={[words('plans.plan'), words('plans.operator'), words('plans.state')]}
          numbers={(['left', 'price', 'cost', 'margin'] as const).map((name) =>
            words(`plans.${name}`),
          )}
        />
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.tariffID}>
              <th scope="row">
                <a href={planHref(plan.tariffID)}>{plan.title}</a>
                <br />
                <small>
                  <code>{plan.tariffID}</code>
                </small>
              </th>
              <td>
                {plan.operator}
                {plan.supplier !== null && <small> · {plan.supplier}</small>}
              </td>
              <td>
                <StateBadge words={words} state={plan.state} />
              </td>
              <td className="number">{leftText(props, plan)}</td>
              <td className="number">{pricesText(locale, currencies, plan.prices)}</td>
              <td className="number">
                {plan.cost === null ? words('plans.unknown') : formatMoney(locale, plan.cost)}
              </td>
              <td className="number">
                <Margin {...props} plan={plan} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function leftText({ words, locale }: Props, { left }: ListedPlan): string {
  return left < mostCounted ? formatNumber(locale, left) : words('plans.many', { count: left })
}
