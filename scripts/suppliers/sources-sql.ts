import { z } from 'zod'
import { refreshPlacements } from '../../src/backend/catalogue/can-sell.ts'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import { literal } from '../../src/backend/sql-text.ts'
import { decimalOf } from '../../src/domain/money.ts'
import { stock } from './sources-arguments.ts'
import type { PlanSource } from './sources-arguments.ts'

/** What a command prints, and the statements that write it. */
export type SourceEdit = { readonly line: string; readonly statements: readonly string[] }

const mostListed = 500

const storedSource = z.object({
  tariffID: z.string(),
  supplier: z.string(),
  planCode: z.string(),
  priority: z.int(),
  costMinor: z.int().nullable(),
  costCurrency: z.string().nullable(),
  isAvailable: z.literal([0, 1]),
  /** The supplier whose catalogue describes the plan. */
  describedBy: z.string().nullable(),
})
type StoredSource = z.output<typeof storedSource>

const selectSources = `SELECT s.tariff_id AS tariffID, s.supplier, s.plan_code AS planCode, s.priority,
    s.cost_minor AS costMinor, s.cost_currency AS costCurrency, s.is_available AS isAvailable,
    t.supplier AS describedBy
  FROM tariff_sources s JOIN tariffs t ON t.id = s.tariff_id`

/** One line for each source of a plan, or of all plans from files, the first source first. */
export async function listSources(
  { query }: Pick<SqlStore, 'query'>,
  tariffID: string | null,
): Promise<string[]> {
  const which = tariffID === null ? 't.supplier IS NULL' : `t.id = ${literal(tariffID)}`
  const sources = await query(
    `${selectSources} WHERE ${which} ORDER BY s.tariff_id, s.priority LIMIT ${mostListed}`,
    storedSource,
  )
  if (sources.length === 0) return ['No sources but the stock of the shop.']
  return sources.map(describeSource)
}

function describeSource(source: StoredSource): string {
  const { tariffID, supplier, planCode, priority, costMinor, costCurrency, isAvailable } = source
  const cost =
    costMinor === null || costCurrency === null
      ? []
      : [`${decimalOf({ minor: costMinor, currency: costCurrency })} ${costCurrency}`]
  const name = planCode === '' ? supplier : `${supplier} ${planCode}`
  return [tariffID, `priority ${priority}`, name, ...cost, ...(isAvailable ? [] : ['gone'])].join(
    '  ',
  )
}

/**
 * Adds a source of a plan, or changes its priority and tries it again if it was gone. Its cost comes with the next sync. Throws an
 * error when there is no such plan.
 */
export async function addSource(
  { query }: Pick<SqlStore, 'query'>,
  { tariffID, supplier, planCode }: PlanSource,
  { priority, now }: { readonly priority: number; readonly now: Date },
): Promise<SourceEdit> {
  const plans = await query(
    `SELECT id FROM tariffs WHERE id = ${literal(tariffID)}`,
    z.object({ id: z.string() }),
  )
  if (plans.length === 0) throw new Error(`There is no plan ${tariffID}.`)
  const row = [tariffID, supplier, planCode].map(literal).join(', ')
  return {
    line: `${tariffID} comes from ${nameOf({ supplier, planCode })} with priority ${priority}.`,
    statements: [
      `INSERT INTO tariff_sources (tariff_id, supplier, plan_code, priority, seen_at)
      VALUES (${row}, ${priority}, ${literal(now.toISOString())})
      ON CONFLICT DO UPDATE SET priority = ${priority}, is_available = 1, back_at = NULL;`,
      refreshPlacements(`tariff_id = ${literal(tariffID)}`),
    ],
  }
}

/**
 * Removes a source of a plan. Throws an error when the plan has no such source, and when the plan
 * is described by that supplier's catalogue: the next sync would add it as another plan.
 */
export async function removeSource(
  { query }: Pick<SqlStore, 'query'>,
  { tariffID, supplier, planCode }: PlanSource,
): Promise<SourceEdit> {
  const which = `tariff_id = ${literal(tariffID)} AND supplier = ${literal(supplier)}
    AND plan_code = ${literal(planCode)}`
  const [source] = await query(
    `SELECT * FROM (${selectSources}) WHERE tariffID = ${literal(tariffID)}
      AND supplier = ${literal(supplier)} AND planCode = ${literal(planCode)}`,
    storedSource,
  )
  const name = nameOf({ supplier, planCode })
  if (!source) throw new Error(`${tariffID} does not come from ${name}.`)
  if (source.describedBy === supplier)
    throw new Error(
      `${tariffID} is a plan of ${supplier}'s catalogue, and the next sync would add it again.`,
    )
  return {
    line: `${tariffID} does not come from ${name} any more.`,
    statements: [
      `DELETE FROM tariff_sources WHERE ${which};`,
      refreshPlacements(`tariff_id = ${literal(tariffID)}`),
    ],
  }
}

function nameOf({ supplier, planCode }: Pick<PlanSource, 'supplier' | 'planCode'>): string {
  return supplier === stock ? 'the stock of the shop' : `${supplier} ${planCode}`
}
