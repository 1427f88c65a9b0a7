import { z } from 'zod'
import type { SqlStore } from '../kit/sql-store.ts'
import { jsonStatements } from '../kit/sql-text.ts'
import { readStoredTariffs } from './stored-plans.ts'
import type { StoredTariff } from './plan-changes.ts'
import { readJsonColumn } from '../kit/stored-json.ts'
import type { KnownNames } from './check-plan.ts'
import { columnOf } from './read-csv.ts'
import type { SourceFile } from './read-csv.ts'

/** The columns that files describe, by table. The key columns come first. */
export const dictionaryColumns = {
  countries: ['code', 'aliases', 'popularity'],
  regions: ['country_code', 'ident'],
  operators: ['ident', 'title', 'search_title', 'website', 'support_phone', 'support_email'],
  place_titles: ['place', 'lang', 'title'],
} as const
export type DictionaryTable = keyof typeof dictionaryColumns

export type StoredCatalogue = {
  /** JSON arrays of a row's values in `dictionaryColumns`. */
  readonly rows: { readonly [table in DictionaryTable]: ReadonlySet<string> }
  readonly tariffs: ReadonlyMap<string, StoredTariff>
}

const none = new Set<string>()
export const emptyShop: StoredCatalogue = {
  rows: { countries: none, regions: none, operators: none, place_titles: none },
  tariffs: new Map(),
}

/** Returns the whole catalogue in the database. */
export async function readStoredCatalogue(
  store: Pick<SqlStore, 'query'>,
): Promise<StoredCatalogue> {
  return { rows: await readRows(store), tariffs: await readStoredTariffs(store, 'true') }
}

/**
 * Returns the dictionaries, and the plans that files can change: the operator's plans, and plans
 * with ids in the files.
 */
export async function readStoredCatalogueFor(
  store: Pick<SqlStore, 'query'>,
  files: readonly SourceFile[],
): Promise<StoredCatalogue> {
  const own = await readStoredTariffs(store, 't.supplier IS NULL')
  const others = files.flatMap((file) => columnOf(file, 'tariffID')).filter((id) => !own.has(id))
  const tariffs = new Map(own)
  for (const condition of jsonStatements(
    others,
    (ids) => `t.id IN (SELECT value FROM json_each(${ids}))`,
  ))
    for (const [id, tariff] of await readStoredTariffs(store, condition)) tariffs.set(id, tariff)
  return { rows: await readRows(store), tariffs }
}

async function readRows(store: Pick<SqlStore, 'query'>): Promise<StoredCatalogue['rows']> {
  const rowsOf = async (table: DictionaryTable) => {
    const columns = dictionaryColumns[table].join(', ')
    const rows = await store.query(
      `SELECT json_array(${columns}) AS row FROM ${table}`,
      z.object({ row: z.string() }),
    )
    return new Set(rows.map(({ row }) => row))
  }
  return {
    countries: await rowsOf('countries'),
    regions: await rowsOf('regions'),
    operators: await rowsOf('operators'),
    place_titles: await rowsOf('place_titles'),
  }
}

const keyColumns = z.tuple([z.string(), z.string()]).rest(z.unknown())

/** Returns the names in the database that rows of a file may reference. */
export function knownNamesOf({ rows }: StoredCatalogue): KnownNames {
  const namesIn = (table: DictionaryTable, nameOf: (row: z.output<typeof keyColumns>) => string) =>
    new Set(
      Array.from(rows[table], (row) => nameOf(readJsonColumn(`${table}.row`, keyColumns, row))),
    )
  return {
    countries: namesIn('countries', ([code]) => code),
    regions: namesIn('regions', ([country, ident]) => `${country}/${ident}`),
    operators: namesIn('operators', ([ident]) => ident),
  }
}
