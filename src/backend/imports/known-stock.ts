import { z } from 'zod'
import type { SqlStore } from '../sql-store.ts'
import { jsonStatements } from '../sql-text.ts'
import type { CsvTable } from './read-csv.ts'
import type { StoredProfileCode, KnownStock } from './read-stock.ts'
import type { StockCells } from './stock-columns.ts'

const storedProfileCode = z.object({
  iccid: z.string(),
  tariffID: z.string(),
  smdpAddress: z.string(),
  matchingId: z.string(),
  confirmationCode: z.string().nullable(),
  mobileNumber: z.string().nullable(),
})

const selectCodes = `SELECT iccid, tariff_id AS tariffID, smdp_address AS smdpAddress,
    matching_id AS matchingId, confirmation_code AS confirmationCode,
    mobile_number AS mobileNumber FROM stock`

/** Returns the plans, ICCIDs and codes of a table that the database contains. */
export async function knownStock(
  store: Pick<SqlStore, 'query'>,
  { goodCells }: Pick<CsvTable<StockCells>, 'goodCells'>,
): Promise<KnownStock> {
  const rows = goodCells.map(({ value }) => value)
  const tariffs = await readAll(
    store,
    jsonStatements(
      [...new Set(rows.flatMap(({ tariffID }) => tariffID ?? []))],
      (ids) => `SELECT id FROM tariffs WHERE id IN (SELECT value FROM json_each(${ids}))`,
    ),
    z.object({ id: z.string() }),
  )
  const byIccid = jsonStatements(
    rows.flatMap(({ iccid }) => iccid ?? []),
    (iccids) => `${selectCodes} WHERE iccid IN (SELECT value FROM json_each(${iccids}))`,
  )
  const byCode = jsonStatements(
    rows.flatMap(({ smdpAddress, matchingId }) =>
      smdpAddress === undefined || matchingId === undefined ? [] : [[smdpAddress, matchingId]],
    ),
    (codes) => `${selectCodes} WHERE (smdp_address, matching_id) IN (
      SELECT value ->> 0, value ->> 1 FROM json_each(${codes}))`,
  )
  const codes = await readAll(store, [...byIccid, ...byCode], storedProfileCode)
  const unique = new Map(codes.map((code): [string, StoredProfileCode] => [code.iccid, code]))
  return { tariffs: new Set(tariffs.map(({ id }) => id)), codes: [...unique.values()] }
}

async function readAll<T extends z.ZodType>(
  { query }: Pick<SqlStore, 'query'>,
  statements: readonly string[],
  row: T,
): Promise<z.output<T>[]> {
  const pages: z.output<T>[][] = []
  for (const statement of statements) pages.push(await query(statement, row))
  return pages.flat()
}
