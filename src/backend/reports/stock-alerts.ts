import { z } from 'zod'
import { urgentStockDays } from '../../domain/urgent-stock.ts'
import { hourMs, isoBefore } from '../../domain/time-units.ts'
import { storedDetailSql } from '../alerts/alert-detail.ts'
import { applyCondition } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import { readState, storeState } from '../shop-state.ts'
import { rateParams, soldOutWithin } from './low-stock.ts'

/** Milliseconds between two checks, because a check reads the sales of two weeks. */
const interval = hourMs
/** Plans per check. A message about alerts has the same limit. */
const mostPlans = 50

/** Once an hour, raises alerts about plans that are sold out or sell out within days. */
export async function checkStock({ db, now }: Pick<BackendContext, 'db' | 'now'>): Promise<void> {
  const checkedAt = await readState(db, 'stock-check', z.string())
  if (checkedAt !== null && checkedAt > isoBefore(now, interval)) return
  await db.batch([
    ...applyCondition(db, lowStockCondition(now), now),
    storeState(db, 'stock-check', now.toISOString()),
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
