import { logEvent } from '../../domain/log-event.ts'
import { refreshPlacements } from '../catalogue/can-sell.ts'
import { startReturns } from './return-profile.ts'
import type { SourcingContext } from './sourcing-context.ts'

/**
 * Withdraws late profiles that customers could no longer install in the promised time, and starts
 * their return to the supplier. The alert `profile-unused` shows those that it does not take back.
 */
export async function withdrawOldStock({ db, now }: SourcingContext): Promise<void> {
  const [withdrawn] = await db.batch(
    [
      `UPDATE stock SET withdrawn_at = ?1
      WHERE sell_by <= ?1 AND invoice_id IS NULL AND withdrawn_at IS NULL RETURNING iccid`,
      startReturns(
        `SELECT iccid FROM stock WHERE withdrawn_at = ?1 AND sell_by <= ?1 AND invoice_id IS NULL`,
        '?1',
      ),
      refreshPlacements('tariff_id IN (SELECT tariff_id FROM stock WHERE withdrawn_at = ?1)'),
    ].map((sql) => db.prepare(sql).bind(now.toISOString())),
  )
  const profiles = withdrawn?.results.length ?? 0
  if (profiles > 0) logEvent({ event: 'stock-withdrawn', profiles })
}
