import type { StockOfPlan } from '../../backend/operations/goods/plan-for-staff.ts'
import { formatMoney, formatNumber } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { WideTable } from '../layout/wide-table.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly stock: readonly StockOfPlan[]
}

/** Unsold profiles of a plan, by cost. Their codes are secret, so none is shown. */
export function StockOfPlanTable({ words, locale, stock }: Props) {
  return (
    <section className="panel" aria-labelledby="stock">
      <h2 id="stock">{words('plans.stock')}</h2>
      {stock.length === 0 ? (
        <p className="soft">{words('plans.noStock')}</p>
      ) : (
        <WideTable name={{ id: 'stock' }}>
          <table>
            <TableHead
              texts={[words('plans.kind')]}
              numbers={[words('plans.profiles'), words('plans.cost')]}
            />
            <tbody>
              {stock.map((each) => (
                <tr key={JSON.stringify(each)}>
                  <th scope="row">{words(`plans.kinds.${kindOf(each)}`)}</th>
                  <td className="number">{formatNumber(locale, each.profiles)}</td>
                  <td className="number">
                    {each.cost === null ? words('plans.unknown') : formatMoney(locale, each.cost)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      )}
    </section>
  )
}

function kindOf({ isWithdrawn, isSample }: StockOfPlan) {
  if (isWithdrawn) return 'withdrawn'
  return isSample ? 'sample' : 'sale'
}
