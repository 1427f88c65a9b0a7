import type { PriceBookChange } from '../../pricing/price-book-sql.ts'
import type { ActionContext } from '../perform-action.ts'
import type { RefusedReason } from '../refused-reason.ts'
import { ownStock } from '../../catalogue/can-sell.ts'
import { sourceNames } from './plan-sources.ts'

/**
 * Returns why a new rule would apply to no plan, or null. A name with a typing error would change
 * no price, and nobody would notice. A shop without countries gets them with its first sync.
 */
export async function ruleRefusal(
  { db }: Pick<ActionContext, 'db'>,
  change: PriceBookChange,
): Promise<RefusedReason | null> {
  if (change.kind !== 'rule') return null
  const { supplier, countryCode, tariffID } = change.rule
  if (supplier !== null && !isSupplier(supplier)) return 'unknown-supplier'
  const row = await db
    .prepare(
      `SELECT (SELECT id FROM tariffs WHERE id = ?) AS plan,
        (SELECT code FROM countries WHERE code = ?) AS country,
        EXISTS (SELECT 1 FROM countries) AS hasCountries`,
    )
    .bind(tariffID, countryCode)
    .first<{ plan: string | null; country: string | null; hasCountries: number }>()
  if (tariffID !== null && row?.plan !== tariffID) return 'unknown-plan'
  const isKnown = row?.hasCountries === 0 || row?.country === countryCode
  return countryCode !== null && !isKnown ? 'unknown-country' : null
}

function isSupplier(name: string): boolean {
  return name !== ownStock && sourceNames.includes(name)
}
