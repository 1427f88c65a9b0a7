import type { StockDifference } from '../../backend/imports/read-stock.ts'
import { formatNumber } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { WideTable } from '../layout/wide-table.tsx'
import { planHref } from '../plans/hrefs.ts'
import { ProblemList } from './problem-list.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly difference: StockDifference
}

/** How many codes each plan would get. The codes are secret, so none is shown. */
export function CodesDifference({ words, locale, difference }: Props) {
  const { added, known, warnings } = difference
  const byPlan = Map.groupBy(added, ({ tariffID }) => tariffID)
  return (
    <>
      <p>
        {words('imports.codes', { count: added.length })}{' '}
        {known > 0 && words('imports.knownCodes', { count: known })}
      </p>
      {warnings.length > 0 && (
        <ProblemList title={words('imports.warnings')} tone="warn" problems={warnings} />
      )}
      <WideTable name={{ id: 'preview' }}>
        <table hidden={added.length === 0}>
          <TableHead texts={[words('plans.plan')]} numbers={[words('plans.profiles')]} />
          <tbody>
            {Array.from(byPlan, ([tariffID, codes]) => (
              <tr key={tariffID}>
                <th scope="row">
                  <a href={planHref(tariffID)}>{tariffID}</a>
                </th>
                <td className="number">{formatNumber(locale, codes.length)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </>
  )
}
