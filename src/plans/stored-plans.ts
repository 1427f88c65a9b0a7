import { z } from 'zod'
import type { SqlStore } from '../kit/sql-store.ts'
import { literal, jsonStatements, insertRows } from '../kit/sql-text.ts'
import { everywhere } from './placements.ts'
import type { StoredTariff, TariffChange } from './plan-changes.ts'
import { tariffFields, tariffRecord } from './plan-record.ts'
import type { Locale } from '../words/locales.shared.ts'
import { placeTitle } from '../words/place-names.ts'

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

type PlanComparison = Pick<TariffChange, 'after' | 'changes'>

/** Returns statements that roll back the transaction if a plan changed after the comparison. */
export function failIfChanged(plans: readonly PlanComparison[]): string[] {
  // NULL violates the NOT NULL constraint, so the statement fails.
  return changedPlans(plans).map(
    (select) =>
      `UPDATE state SET value = NULL WHERE name = 'content-version' AND EXISTS (${select});`,
  )
}

/** Returns queries for the ids of plans that changed after the comparison. */
export function changedPlans(plans: readonly PlanComparison[]): string[] {
  return jsonStatements(
    plans.map(({ after, changes }) => [after.id, changes]),
    (list) => `SELECT compared.value ->> 0 AS id FROM json_each(${list}) AS compared
    LEFT JOIN tariffs t ON t.id = compared.value ->> 0
    WHERE t.changes IS NOT compared.value ->> 1`,
  )
}

const titleColumns = ['place', 'lang', 'title']

/** Returns statements that add the shop's own titles of places. Does not change existing titles. */
export function knownTitlesSql(places: readonly string[], langs: readonly Locale[]): string[] {
  const known = places.flatMap((place) =>
    langs.flatMap((locale) => {
      const title = placeTitle(locale, place)
      return title === null ? [] : [[place, locale, title]]
    }),
  )
  return insertRows('place_titles', titleColumns, known, 'ON CONFLICT DO NOTHING')
}
