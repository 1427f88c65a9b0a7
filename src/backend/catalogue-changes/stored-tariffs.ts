import { z } from 'zod'
import type { SqlStore } from '../sql-store.ts'
import { literal } from '../sql-text.ts'
import { everywhere } from '../catalogue/placements.ts'
import type { StoredTariff } from './tariff-changes.ts'
import { tariffFields, tariffRecord } from './tariff-record.ts'

/** Rows per query, about 4 MB. */
const pageSize = 5000

export const storedRow = tariffRecord.extend({
  listed_price: z.int().nullable(),
  off_sale_at: z.string().nullable(),
  changes: z.int(),
})

/** Columns of `tariffs t` that `toStoredTariff` reads. */
export const storedColumns = `${tariffFields.map((field) => `t.${field}`).join(', ')}, t.off_sale_at, t.changes,
  (SELECT price FROM placements WHERE place = '${everywhere}' AND tariff_id = t.id)
    AS listed_price`

/** Returns plans by their ids. `condition` is SQL over `tariffs t`. */
export async function readStoredTariffs(
  { query }: Pick<SqlStore, 'query'>,
  condition: string,
): Promise<Map<string, StoredTariff>> {
  const tariffs = new Map<string, StoredTariff>()
  for (let last = ''; ;) {
    const rows = await query(
      `SELECT ${storedColumns} FROM tariffs t WHERE t.id > ${literal(last)} AND ${condition}
      ORDER BY t.id LIMIT ${pageSize}`,
      storedRow,
    )
    for (const row of rows) tariffs.set(row.id, toStoredTariff(row))
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return tariffs
    last = end.id
  }
}

export function toStoredTariff(row: z.output<typeof storedRow>): StoredTariff {
  return {
    record: tariffRecord.parse(row),
    listedPrice: row.listed_price,
    isOffSale: row.off_sale_at !== null,
    changes: row.changes,
  }
}
