import { z } from 'zod'
import { prices as storedPrices } from '../api/common.ts'
import { planDetails } from './operations.ts'
import type { PlanDetails } from './operations.ts'
import type { Money, Prices } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ownStock } from './can-sell.ts'
import { detailsJson, statedTopUp, tariffJoins } from './plan-rows.ts'
import { prepareQuery, runBatch } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { readJsonColumn, storedJson } from '../kit/stored-json.ts'
import { auditOf } from '../api/audit.ts'
import type { AuditEntry } from '../api/audit.ts'
import { listedPlanColumns, toListedPlan } from './list-plans.ts'
import type { ListedPlan, ListedPlanRow } from './list-plans.ts'

/** A plan in the back office, with the version that the next action must send. */
export type PlanForStaff = ListedPlan &
  PlanDetails & {
    readonly version: number
    /** Prices that staff set for a supplier's plan. They override price rules. */
    readonly setPrices: Prices
    readonly offSaleAt: string | null
    readonly unlimitedApps: readonly string[]
    /** In the order in which the shop tries them. */
    readonly sources: readonly SourceOfPlan[]
    readonly stock: readonly StockOfPlan[]
    /** Staff actions, oldest first. */
    readonly history: readonly AuditEntry[]
  }

export type SourceOfPlan = {
  readonly supplier: string
  /** '' for the shop's own stock. */
  readonly planCode: string
  readonly priority: number
  readonly cost: Money | null
  readonly isAvailable: boolean
  /** False for own stock without an explicit priority, which has no row. */
  readonly isStored: boolean
}

/** Unsold profiles of equal cost, counted up to `mostProfiles` of the plan. */
export type StockOfPlan = {
  readonly profiles: number
  /** Withdrawn profiles are not for sale. */
  readonly isWithdrawn: boolean
  readonly isSample: boolean
  readonly cost: Money | null
}

type StaffPlanRow = ListedPlanRow & {
  version: number
  set_prices: string
  off_sale_at: string | null
  /** JSON. */
  details: string
  unlimited_apps: string
}
type CostRow = { cost_minor: number | null; cost_currency: string | null }
type SourceRow = CostRow & {
  supplier: string
  plan_code: string
  priority: number
  is_available: number
}
type PlanStockRow = CostRow & { profiles: number; is_withdrawn: number; is_sample: number }

/** Limit of profiles to read. */
const mostProfiles = 10_000

/** Returns a plan with its sources, stock and history, or null for an unknown id. */
export async function planForStaff(
  context: Pick<BackendContext, 'db'>,
  tariffID: string,
  locale: Locale,
): Promise<PlanForStaff | null> {
  const { db } = context
  const [plans, sources, stock] = await runBatch(db, [
    prepareQuery<StaffPlanRow>(db, planSql(locale), tariffID),
    prepareQuery<SourceRow>(db, sourcesSql, tariffID),
    prepareQuery<PlanStockRow>(db, stockSql, tariffID),
  ])
  const [plan] = plans.results
  if (!plan) return null
  const listed = toListedPlan(plan, locale)
  return {
    ...listed,
    version: plan.version,
    setPrices: storedJson(storedPrices, plan.set_prices, {}),
    offSaleAt: plan.off_sale_at,
    ...readJsonColumn('tariffs.details', planDetails, plan.details),
    unlimitedApps: readJsonColumn(
      'tariffs.unlimited_apps',
      z.array(z.string()),
      plan.unlimited_apps,
    ),
    sources: withStock(sources.results.map(toSource), listed),
    stock: stock.results.map(toStock),
    history: await auditOf(context, { kind: 'plan', id: tariffID }),
  }
}

function planSql(locale: Locale): string {
  return `SELECT ${listedPlanColumns(locale)}, v.version, t.set_prices, t.off_sale_at,
      t.unlimited_apps, ${detailsJson({ topUp: statedTopUp })} AS details
    FROM tariffs t ${tariffJoins} JOIN plan_versions v ON v.tariff_id = ?1 WHERE t.id = ?1`
}

const sourcesSql = `SELECT supplier, plan_code, priority, cost_minor, cost_currency, is_available
  FROM tariff_sources WHERE tariff_id = ? ORDER BY priority, supplier, plan_code LIMIT 50`

const stockSql = `SELECT count(*) AS profiles, cost_minor, cost_currency, is_sample,
    withdrawn_at IS NOT NULL AS is_withdrawn
  FROM (SELECT * FROM stock WHERE tariff_id = ? AND invoice_id IS NULL LIMIT ${mostProfiles})
  GROUP BY cost_minor, cost_currency, is_sample, is_withdrawn
  ORDER BY is_withdrawn, is_sample, cost_currency, cost_minor LIMIT 50`

/** Adds own stock as the first source, if it has no row. */
function withStock(
  sources: readonly SourceOfPlan[],
  { left, supplier }: ListedPlan,
): readonly SourceOfPlan[] {
  const isKnown = sources.some((source) => source.supplier === ownStock)
  if (isKnown || (left === 0 && supplier !== null)) return sources
  const stock = {
    supplier: ownStock,
    planCode: '',
    priority: 0,
    cost: null,
    isAvailable: true,
    isStored: false,
  }
  return [stock, ...sources]
}

function toSource(row: SourceRow): SourceOfPlan {
  return {
    supplier: row.supplier,
    planCode: row.plan_code,
    priority: row.priority,
    cost: costOf(row),
    isAvailable: row.is_available === 1,
    isStored: true,
  }
}

function toStock(row: PlanStockRow): StockOfPlan {
  return {
    profiles: row.profiles,
    isWithdrawn: row.is_withdrawn === 1,
    isSample: row.is_sample === 1,
    cost: costOf(row),
  }
}

function costOf({ cost_minor: minor, cost_currency: currency }: CostRow): Money | null {
  return minor === null || currency === null ? null : { minor, currency }
}
