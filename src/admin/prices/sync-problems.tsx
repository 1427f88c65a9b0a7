import type { CatalogueSync } from '../../backend/catalogue-sync/sync-draft.ts'
import type { AdminWords } from '../admin-words.ts'

const mostShown = 20

type Props = { readonly words: AdminWords; readonly sync: CatalogueSync }

/** Plans that are not sold, and prices below what the rules demand. Reasons are English. */
export function SyncProblems({ words, sync }: Props) {
  const { unpriced, skipped, tooLow } = sync
  const reasons = [...unpriced, ...skipped]
  if (reasons.length === 0 && tooLow.length === 0) return null
  return (
    <div className="notice warn">
      <ul className="list">
        {reasons.map(([reason, plans]) => (
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
