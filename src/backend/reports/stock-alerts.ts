import { urgentStockDays } from '../../domain/urgent-stock.ts'
import { hourMs, isoBefore } from '../../domain/time-units.ts'
import { storedDetailSql } from '../alerts/alert-detail.ts'
import { applyCondition } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import { rateParams, soldOutWithin } from './low-stock.ts'

/** Milliseconds between two checks, because a check reads the sales of two weeks. */
const interval = hourMs
/** Plans per check. A message about alerts has the same limit. */
const mostPlans = 50

/** Once an hour, raises alerts about plans that are sold out or sell out within days. */
export async function checkStock({ db, now }: Pick<BackendContext, 'db' | 'now'>): Promise<void> {
  const isRecent = await db
    .prepare('SELECT 1 FROM stock_checks WHERE id = 1 AND checked_at > ?')
    .bind(isoBefore(now, interval))
    .first()
  if (isRecent) return
  await db.batch([
    ...applyCondition(db, lowStockCondition(now), now),
    db
      .prepare(
        `INSERT INTO stock_checks (id, checked_at) VALUES (1, ?)
        ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
      )
      .bind(now.toISOString()),
  ])
}

function lowStockCondition(now: Date): AlertCondition {
  return {
    kind: 'low-stock',
    sql: `SELECT tariff_id AS subject, NULL AS invoice_id,
        ${storedDetailSql('stock', { left: 'left', days: 'daysLeft' })} AS detail
      FROM (${soldOutWithin(urgentStockDays, mostPlans)})`,
    params: rateParams(now),
  }
}
