import { mayDo } from '../../backend/operations/staff.ts'
import type { PriceRule } from '../../domain/price-rules.ts'
import { formatMoney, formatPercent } from '../../locale/formats.ts'
import { queryString } from '../../locale/paths.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { WideTable } from '../layout/wide-table.tsx'
import type { PricesViewProps } from './prices-view.tsx'

/** Rules, the general ones first. */
export function RuleTable({ words, locale, person, rules }: PricesViewProps) {
  if (rules.length === 0) return <p className="soft">{words('prices.noRules')}</p>
  return (
    <WideTable name={{ id: 'rules' }}>
      <table>
        <TableHead
          texts={[words('prices.scope')]}
          numbers={[
            words('prices.markup'),
            words('prices.minimumProfit'),
            words('prices.rounding'),
          ]}
        >
          <th scope="col">
            <span className="unseen">{words('order.actions')}</span>
          </th>
        </TableHead>
        <tbody>
          {rules.map((rule) => {
            const { id, currency, minimumProfit, step, ending } = rule
            const amount = (minor: number) => formatMoney(locale, { minor, currency })
            const scope = scopeText(words, rule)
            return (
              <tr key={id}>
                <th scope="row">
                  {scope}, {currency}
                </th>
                <td className="number">{formatPercent(locale, rule.markupHundredths / 100)}</td>
                <td className="number">{amount(minimumProfit)}</td>
                <td className="number">
                  {step === 1
                    ? '—'
                    : words('prices.steps', { step: amount(step), ending: amount(ending) })}
                </td>
                <td className="number">
                  {mayDo(person, 'remove-rule') && (
                    <a href={`/admin/prices${queryString({ change: 'remove', id: String(id) })}`}>
                      {words('prices.remove')}
                      <span className="unseen">
                        {' '}
                        {scope}, {currency}
                      </span>
                    </a>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </WideTable>
  )
}

/** Which plans a rule is for. */
export function scopeText(words: AdminWords, rule: PriceRule): string {
  const { supplier, countryCode, tariffID } = rule
  const parts = [supplier, countryCode?.toUpperCase(), tariffID].filter((each) => each)
  return parts.length === 0 ? words('prices.everyPlan') : parts.join(', ')
}
