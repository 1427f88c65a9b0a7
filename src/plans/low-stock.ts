import { z } from 'zod'
import { planName } from '../words/plan-words.ts'
import { countStock } from './can-sell.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from './plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { dayMs, isoBefore, hourMs } from '../kit/time.shared.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { applyCondition, type AlertCondition } from '../messages/alerts.ts'
import { readState, storeState } from '../kit/db.ts'
import { raw, readRows, sql, type Sql } from '../kit/sql.ts'

/** A plan of the shop's own stock that sells out soon. */
export type LowStock = {
  readonly tariffID: string
  /** The name that customers read. */
  readonly title: string
  /** Number of sales within the last 14 days. */
  readonly sold: number
  readonly left: number
  /** Days until the stock is sold out, at the present rate of sales. */
  readonly daysLeft: number
}

/** Days from which the rate of sales is computed. */
const ratePeriod = 14
/** The rate of these last days counts if it is higher, because sales of a plan can grow fast. */
const recentPeriod = 3
/** Days of stock below which a plan is listed. */
const enough = 14
/** Maximum number of profiles to count, because D1 reads a row for each of them. */
const mostCounted = 2000

type SoldRow = PlanRow & Pick<LowStock, 'sold' | 'left' | 'daysLeft'>
type LowStockContext = Pick<BackendContext, 'db' | 'now' | 'locale' | 'words'>

/** Returns up to 30 plans without a supplier and with less than 14 days of stock, lowest first. */
export async function lowStock({ db, now, locale, words }: LowStockContext): Promise<LowStock[]> {
  const results = await readRows<SoldRow>(db)`SELECT ${raw(planColumn(locale, '1'))}, low.sold,
      low.left, low.daysLeft
    FROM (${soldOutWithin(now, enough, 30)}) low
    CROSS JOIN plans t ON t.id = low.plan_id ${raw(planJoins)}
    ORDER BY low.daysLeft, low.sold DESC`
  return results.map(({ tariff, ...stock }) => {
    const plan = toPlan({ tariff }, words)
    return { ...stock, tariffID: plan.tariffID, title: planName({ locale, words }, plan) }
  })
}

/**
 * SQL: plans of the shop's own stock that last less than `days`, lowest first, with their `sold`,
 * `left` and `daysLeft`. Leaves out plans that are not for sale, or that a supplier delivers too.
 */
function soldOutWithin(now: Date, days: number, limit: number): Sql {
  const rate = raw(`max(rate.sold * 1.0 / ${ratePeriod}, rate.recent * 1.0 / ${recentPeriod})`)
  const daysAgo = (count: number) => isoBefore(now, count * dayMs)
  return sql`SELECT plan_id, sold, left, CAST(left / daily AS INTEGER) AS daysLeft
    FROM (SELECT rate.plan_id, rate.sold, ${rate} AS daily,
        ${raw(countStock('rate.plan_id', mostCounted))} AS left
      FROM (SELECT l.plan_id, count(*) AS sold, count(*) FILTER (
          WHERE i.paid_at >= ${daysAgo(recentPeriod)}) AS recent
        -- CROSS JOIN makes SQLite read the payments of the period first.
        FROM orders i CROSS JOIN order_lines l ON l.order_id = i.id
        WHERE i.paid_at >= ${daysAgo(ratePeriod)} AND l.kind = 'plan' GROUP BY l.plan_id) rate
      CROSS JOIN plans t ON t.id = rate.plan_id AND t.is_listed = 1 AND t.off_sale_at IS NULL
      WHERE NOT EXISTS (SELECT 1 FROM open_sources s WHERE s.plan_id = rate.plan_id))
    WHERE left < ${raw(mostCounted)} AND left < daily * ${raw(days)}
    ORDER BY left / daily, sold DESC, plan_id LIMIT ${raw(limit)}`
}

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
    query: sql`SELECT plan_id AS subject, NULL AS order_id,
        ${storedDetailSql('stock', { left: 'left', days: 'daysLeft' })} AS detail
      FROM (${soldOutWithin(now, urgentStockDays, mostPlans)})`,
  }
}

/** The last sync of a supplier's catalogue. */
export type SupplierSync = {
  readonly supplier: string
  /** Null when the catalogue was never synced. */
  readonly syncedAt: string | null
  /** Null when the catalogue is not synced by schedule. */
  readonly nextAt: string | null
  /** Failures since the last successful sync. */
  readonly failures: number
  /** Number of plans that the supplier sells, counted up to 10,000. */
  readonly plans: number
  /** Number of syncs by staff. */
  readonly version: number
}

/** Returns the last syncs of the given suppliers, in the same order. */
export async function listSyncs({ db }: Pick<BackendContext, 'db'>, suppliers: readonly string[]) {
  return readRows<SupplierSync>(db)`SELECT each.value AS supplier,
      s.synced_at AS syncedAt, s.sync_at AS nextAt,
      coalesce(s.sync_failures, 0) AS failures,
      (SELECT count(*) FROM (SELECT 1 FROM plan_sources source
        WHERE source.supplier = each.value AND source.is_available = 1 LIMIT 10000)) AS plans,
      (SELECT count(*) FROM audit a
        WHERE a.subject_kind = 'supplier' AND a.subject_id = each.value) AS version
    FROM json_each(${JSON.stringify(suppliers)}) AS each LEFT JOIN suppliers s ON s.id = each.value
    ORDER BY each.key`
}

/** A plan that sells out within fewer days needs new codes now. The shop raises an alert. */
export const urgentStockDays = 3
