import type { StockDifference } from '../../plans/read-stock.ts'
import { formatNumber } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'
import { ProblemList } from './problem-list.tsx'

type Props = {
  readonly difference: StockDifference
}

/** Shows the number of new codes of each plan. The codes are secret, so none is shown. */
export function CodesDifference({ difference }: Props) {
  const { locale, words } = useOffice()
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
      {added.length > 0 && (
        <WideTable
          name={{ id: 'preview' }}
          rows={[...byPlan]}
          keyOf={([tariffID]) => tariffID}
          columns={[
            {
              name: words('plans.plan'),
              render: ([tariffID]) => <a href={officeHref('plan', { id: tariffID })}>{tariffID}</a>,
            },
            {
              name: words('plans.profiles'),
              isNumber: true,
              render: ([, codes]) => formatNumber(locale, codes.length),
            },
          ]}
        />
      )}
    </>
  )
}
