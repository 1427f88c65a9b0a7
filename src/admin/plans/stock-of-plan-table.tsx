import type { StockOfPlan } from '../../backend/operations/goods/plan-for-staff.ts'
import { formatMoney, formatNumber } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly stock: readonly StockOfPlan[]
}

/** Lists the unsold profiles of a plan by cost. Their codes are secret, so none is shown. */
export function StockOfPlanTable({ words, locale, stock }: Props) {
  return (
    <section className="panel" aria-labelledby="stock">
      <h2 id="stock">{words('plans.stock')}</h2>
      {stock.length === 0 ? (
        <p className="soft">{words('plans.noStock')}</p>
      ) : (
        <WideTable
          name={{ id: 'stock' }}
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
      )}
    </section>
  )
}

function kindOf({ isWithdrawn, isSample }: StockOfPlan) {
  if (isWithdrawn) return 'withdrawn'
  return isSample ? 'sample' : 'sale'
}
