import type { LowStock } from '../../backend/reports/low-stock.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { WideTable } from '../layout/wide-table.tsx'

type Props = { readonly words: AdminWords; readonly plans: readonly LowStock[] }

/** Days of stock below which a plan is marked. */
const urgent = 3

/** Plans that sell out soon at the present rate. */
export function StockTable({ words, plans }: Props) {
  return (
    <section className="panel" aria-labelledby="stock">
      <h2 id="stock">{words('today.stock')}</h2>
      {plans.length === 0 ? (
        <p className="soft">{words('today.enoughStock')}</p>
      ) : (
        <WideTable name={{ id: 'stock' }}>
          <table>
            <caption>{words('today.stockText')}</caption>
            <TableHead
              texts={[words('order.plan')]}
              numbers={[words('today.left'), words('today.sold'), words('today.lasts')]}
            />
            <tbody>
              {plans.map(({ tariffID, left, sold, daysLeft }) => (
                <tr key={tariffID}>
                  <th scope="row">
                    <code>{tariffID}</code>
                  </th>
                  <td className="number">{left}</td>
                  <td className="number">{sold}</td>
                  <td className="number">
                    <span className={daysLeft < urgent ? 'badge bad' : 'badge warn'}>
                      {words('today.days', { count: daysLeft })}
                    </span>
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
