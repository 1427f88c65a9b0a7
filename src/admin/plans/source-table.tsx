import { ownStock } from '../../backend/catalogue/can-sell.ts'
import type { SourceOfPlan } from '../../backend/operations/goods/plan-for-staff.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { WideTable } from '../layout/wide-table.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly sources: readonly SourceOfPlan[]
}

/** The sources of a plan, in the order in which they are tried. */
export function SourceTable({ words, locale, sources }: Props) {
  return (
    <section className="panel" aria-labelledby="sources">
      <h2 id="sources">{words('plans.sources')}</h2>
      <WideTable name={{ id: 'sources' }}>
        <table>
          <caption>{words('plans.sourcesText')}</caption>
          <TableHead
            texts={[words('plans.source'), words('plans.planCode')]}
            numbers={[words('plans.priority'), words('plans.cost')]}
          />
          <tbody>
            {sources.map(({ supplier, planCode, priority, cost, isAvailable }) => (
              <tr key={`${supplier} ${planCode}`}>
                <th scope="row">
                  {supplier === ownStock ? words('plans.ownStock') : supplier}{' '}
                  {!isAvailable && <span className="badge bad">{words('plans.gone')}</span>}
                </th>
                <td>{planCode === '' ? '—' : <code>{planCode}</code>}</td>
                <td className="number">{priority}</td>
                <td className="number">{cost === null ? '—' : formatMoney(locale, cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </section>
  )
}
