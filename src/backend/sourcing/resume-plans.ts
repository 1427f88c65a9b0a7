import { refreshPlacements } from '../catalogue/can-sell.ts'
import type { SourcingContext } from './sourcing-context.ts'

/** Puts plans back on sale a few hours after their supplier was out of stock. */
export async function resumePlans({ db, now }: SourcingContext): Promise<void> {
  const isDue = 'back_at <= ?1'
  const statements = [
    `UPDATE tariff_sources SET is_available = 1 WHERE ${isDue}`,
    refreshPlacements(`tariff_id IN (SELECT tariff_id FROM tariff_sources WHERE ${isDue})`),
    `UPDATE tariff_sources SET back_at = NULL WHERE ${isDue}`,
  ]
  await db.batch(statements.map((sql) => db.prepare(sql).bind(now.toISOString())))
}
