import { z } from 'zod'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import { literal } from '../../src/backend/sql-text.ts'
import { decimalOf } from '../../src/domain/money.ts'

const mostListed = 500

const storedSource = z.object({
  tariffID: z.string(),
  supplier: z.string(),
  planCode: z.string(),
  priority: z.int(),
  costMinor: z.int().nullable(),
  costCurrency: z.string().nullable(),
  isAvailable: z.literal([0, 1]),
  describedBy: z.string().nullable(),
})
type StoredSource = z.output<typeof storedSource>

const selectSources = `SELECT s.tariff_id AS tariffID, s.supplier, s.plan_code AS planCode, s.priority,
    s.cost_minor AS costMinor, s.cost_currency AS costCurrency, s.is_available AS isAvailable,
    t.supplier AS describedBy
  FROM tariff_sources s JOIN tariffs t ON t.id = s.tariff_id`

/** Returns one line for each source of a plan, or of all plans from files, by plan and priority. */
export async function listSources(
  { query }: Pick<SqlStore, 'query'>,
  tariffID: string | null,
): Promise<string[]> {
  const which = tariffID === null ? 't.supplier IS NULL' : `t.id = ${literal(tariffID)}`
  const sources = await query(
    `${selectSources} WHERE ${which} ORDER BY s.tariff_id, s.priority LIMIT ${mostListed}`,
    storedSource,
  )
  if (sources.length === 0) return ['The only source is the stock of the shop.']
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
