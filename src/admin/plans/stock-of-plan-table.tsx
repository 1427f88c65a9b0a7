import type { StockOfPlan } from '../../plans/plan-for-office.ts'
import { formatMoney, formatNumber } from '../../words/formats.shared.ts'
import { TablePanel } from '../layout/table-panel.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  readonly stock: readonly StockOfPlan[]
}

/** Lists the unsold profiles of a plan by cost. Their codes are secret, so none is shown. */
export function StockOfPlanTable({ stock }: Props) {
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
