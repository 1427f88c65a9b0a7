import type { CatalogueSync } from '../../plans/sync-draft.ts'
import { useOffice } from '../office.tsx'

const mostShown = 20

type Props = { readonly sync: CatalogueSync }

/**
 * Lists plans that are not sold, and prices below the rules. The reasons for skipping a supplier's
 * plan are in English.
 */
export function SyncProblems({ sync }: Props) {
  const { words } = useOffice()
  const { unpriced, skipped, tooLow } = sync
  if (unpriced.length + skipped.size + tooLow.length === 0) return null
  return (
    <div className="notice warn">
      <ul className="list">
        {unpriced.map(({ reason, currency, cost, plans }) => (
          <li key={`${reason} ${currency} ${cost}`}>
            {words('prices.notSoldIn', { count: plans, currency })}{' '}
            {reason === 'no rule'
              ? words('prices.missingRule')
              : words('prices.missingRate', { cost, currency })}
          </li>
        ))}
        {Array.from(skipped, ([reason, plans]) => (
          <li key={reason}>
            {words('prices.notSold', { count: plans })} <span lang="en">{reason}</span>
          </li>
        ))}
        {tooLow.slice(0, mostShown).map(({ tariffID, currencies }) => (
          <li key={tariffID}>
            {words('prices.belowMargin', { plan: tariffID, currencies: currencies.join(', ') })}
          </li>
        ))}
        {tooLow.length > mostShown && (
          <li>{words('imports.more', { count: tooLow.length - mostShown })}</li>
        )}
      </ul>
    </div>
  )
}
