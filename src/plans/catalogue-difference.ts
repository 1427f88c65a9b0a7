import { insertRows, replaceOn } from '../kit/db.ts'
import { searchTitle } from './place-titles.ts'
import {
  compareTariff,
  failIfChanged,
  planStatements,
  readStoredTariffs,
  transactionsOf,
  tariffRecordOf,
} from './plan-changes.ts'
import type { PlanDatabase, StoredTariff, TariffChange } from './plan-changes.ts'
import { locales } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { placeTitle } from '../words/place-names.ts'
import { titleColumn } from './columns.ts'
import type { Catalogue, KnownNames } from './read-catalogue.ts'
import { columnOf } from './read-csv.ts'
import type { SourceFile } from './read-csv.ts'
import { raiseContentVersion } from './content-version.ts'
import type { Currency } from '../kit/money.shared.ts'

/** Tables with rows from files in the order of writing, with their columns. The keys come first. */
const dictionaries = {
  countries: { keys: 1, columns: ['code', 'aliases', 'popularity'] },
  regions: { keys: 2, columns: ['country_code', 'ident'] },
  place_titles: { keys: 2, columns: ['place', 'lang', 'title'] },
  operators: {
    keys: 1,
    columns: ['ident', 'title', 'search_title', 'website', 'support_phone', 'support_email'],
  },
} as const
type DictionaryTable = keyof typeof dictionaries
const dictionaryTables = ['countries', 'regions', 'place_titles', 'operators'] as const

type DictionaryRow = { readonly [column: string]: string | number | null }
type DictionaryRows = { readonly [table in DictionaryTable]: readonly DictionaryRow[] }

export const dictionaryKinds = ['countries', 'regions', 'operators'] as const
type DictionaryKind = (typeof dictionaryKinds)[number]
/** The rows of a file, compared with the database. */
type RowCounts = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

export type StoredCatalogue = {
  /** The rows of each table as JSON, by their keys, such as `ru/mow`. */
  readonly rows: { readonly [table in DictionaryTable]: ReadonlyMap<string, string> }
  readonly tariffs: ReadonlyMap<string, StoredTariff>
}

/** The changes that an import would write. */
export type CatalogueDifference = {
  /** Rows of countries, regions, operators and titles to write. */
  readonly dictionaries: readonly (readonly [DictionaryTable, readonly DictionaryRow[]])[]
  /** Rows of countries, regions, operators and titles in the files that the database lacks. */
  readonly dictionaryRows: number
  /** An import removes no countries, regions or operators. */
  readonly counts: { readonly [kind in DictionaryKind]: RowCounts }
  /** Changed plans. Plans that are missing from the files get `is_listed` 0. */
  readonly plans: readonly TariffChange[]
  /** The number of unchanged plans. */
  readonly unchanged: number
  /** The number of the operator's plans on sale before the import. */
  readonly listed: number
}

/** Returns the whole catalogue in the database. */
export async function readStoredCatalogue(db: PlanDatabase): Promise<StoredCatalogue> {
  return { rows: await readRows(db), tariffs: await readStoredTariffs(db, 'true') }
}

/**
 * Returns the dictionaries, and the plans that files can change: the operator's plans, and plans
 * with ids in the files.
 */
export async function readStoredCatalogueFor(
  db: PlanDatabase,
  files: readonly SourceFile[],
): Promise<StoredCatalogue> {
  const ids = JSON.stringify(files.flatMap((file) => columnOf(file, 'tariffID')))
  const own = await readStoredTariffs(db, 't.supplier IS NULL')
  const named = await readStoredTariffs(db, 't.id IN (SELECT value FROM json_each(?2))', ids)
  return { rows: await readRows(db), tariffs: new Map([...own, ...named]) }
}

async function readRows(db: PlanDatabase): Promise<StoredCatalogue['rows']> {
  const rowsOf = async (table: DictionaryTable) => {
    const columns = dictionaries[table].columns.map((column) => `'${column}', ${column}`)
    const { results } = await db
      .prepare(
        `SELECT ${keySql(table)} AS key, json_object(${columns.join(', ')}) AS row FROM ${table}`,
      )
      .all<{ key: string; row: string }>()
    return new Map(results.map(({ key, row }) => [key, row]))
  }
  return {
    countries: await rowsOf('countries'),
    regions: await rowsOf('regions'),
    place_titles: await rowsOf('place_titles'),
    operators: await rowsOf('operators'),
  }
}

function keyColumns(table: DictionaryTable): readonly string[] {
  const { columns, keys } = dictionaries[table]
  return columns.slice(0, keys)
}

function keySql(table: DictionaryTable): string {
  return keyColumns(table).join(` || '/' || `)
}

function keyOf(table: DictionaryTable, row: DictionaryRow): string {
  return keyColumns(table)
    .map((column) => row[column])
    .join('/')
}

/** Returns the names in the database that rows of a file may reference. */
export function knownNamesOf({ rows }: StoredCatalogue): KnownNames {
  const { countries, regions, operators } = rows
  return {
    countries: new Set(countries.keys()),
    regions: new Set(regions.keys()),
    operators: new Set(operators.keys()),
  }
}

/**
 * Compares files with the database. Delists plans that are missing from the files, but does not
 * delete them.
 */
export function catalogueDifference(
  catalogue: Catalogue,
  stored: StoredCatalogue,
): CatalogueDifference {
  const plans = planChanges(catalogue, stored)
  const inFiles = plans.filter(({ after }) => after.is_listed === 1)
  return {
    ...dictionaryChanges(catalogue, stored),
    plans,
    unchanged: (catalogue.plans?.length ?? 0) - inFiles.length,
    listed: ownTariffs(stored).filter(({ record }) => record.is_listed === 1).length,
  }
}

function planChanges({ plans, base }: Catalogue, stored: StoredCatalogue): TariffChange[] {
  if (plans === null) return []
  const { tariffs } = stored
  const ids = new Set(plans.map(({ tariffID }) => tariffID))
  const gone = ownTariffs(stored).filter(({ record }) => !ids.has(record.id))
  const next = [
    ...plans.map((plan) => tariffRecordOf(plan, true)),
    ...gone.map(({ record }) => ({ ...record, is_listed: 0 as const, is_gone: 1 as const })),
  ]
  return next.flatMap((record) => compareTariff(tariffs.get(record.id), record, base) ?? [])
}

/** Returns stored plans of the operator's files. An import does not change suppliers' plans. */
function ownTariffs({ tariffs }: StoredCatalogue): StoredTariff[] {
  return Array.from(tariffs.values()).filter(({ record }) => record.supplier === null)
}

function dictionaryChanges(
  catalogue: Catalogue,
  { rows: stored }: StoredCatalogue,
): Pick<CatalogueDifference, 'dictionaries' | 'dictionaryRows' | 'counts'> {
  const rows = rowsOf(catalogue)
  const changedIn = (table: DictionaryTable) =>
    rows[table].filter((row) => stored[table].get(keyOf(table, row)) !== JSON.stringify(row))
  const changed = {
    countries: changedIn('countries'),
    regions: changedIn('regions'),
    place_titles: changedIn('place_titles'),
    operators: changedIn('operators'),
  }
  const retitled = new Set(changed.place_titles.map(({ place }) => place))
  // A country or region is changed if one of its titles is.
  const countsOf = (kind: DictionaryKind): RowCounts => {
    const old = rows[kind].filter((row) => stored[kind].has(keyOf(kind, row)))
    const different = old.filter(
      (row) => changed[kind].includes(row) || retitled.has(keyOf(kind, row)),
    ).length
    const added = rows[kind].length - old.length
    return { added, changed: different, unchanged: old.length - different }
  }
  const titled = new Set(rows.place_titles.map((row) => keyOf('place_titles', row)))
  const missing = knownTitles(placesOf(catalogue).map(({ place }) => place)).filter((row) => {
    const key = keyOf('place_titles', row)
    return !titled.has(key) && !stored.place_titles.has(key)
  })
  const written = { ...changed, place_titles: [...changed.place_titles, ...missing] }
  return {
    dictionaries: dictionaryTables
      .map((table) => [table, written[table]] as const)
      .filter(([, list]) => list.length > 0),
    dictionaryRows: Object.values(changed).flat().length,
    counts: {
      countries: countsOf('countries'),
      regions: countsOf('regions'),
      operators: countsOf('operators'),
    },
  }
}

/** Returns countries and regions with their `place` in `place_titles`. */
function placesOf({ countries, regions }: Catalogue) {
  return [
    ...countries.map((row) => ({ place: row.code, row })),
    ...regions.map((row) => ({ place: `${row.country}/${row.ident}`, row })),
  ]
}

/** The order of the columns is that of `dictionaries`, because rows are compared as JSON. */
function rowsOf(catalogue: Catalogue): DictionaryRows {
  const { countries, regions, operators } = catalogue
  return {
    countries: countries.map(({ code, aliases, popularity }) => ({
      code,
      aliases: JSON.stringify(aliases),
      popularity,
    })),
    regions: regions.map(({ country, ident }) => ({ country_code: country, ident })),
    place_titles: placesOf(catalogue).flatMap(({ place, row }) =>
      locales.flatMap((lang) => {
        const title = row[titleColumn(lang)] ?? null
        return title === null ? [] : [{ place, lang, title }]
      }),
    ),
    operators: operators.map((row) => ({
      ident: row.ident,
      title: row.title,
      search_title: searchTitle(row.title),
      website: row.website,
      support_phone: row.supportPhone,
      support_email: row.supportEmail,
    })),
  }
}

/** Returns the shop's own titles of places as rows of `place_titles`. */
export function knownTitles(places: readonly string[], langs: readonly Locale[] = locales) {
  return places.flatMap((place) =>
    langs.flatMap((lang) => {
      const title = placeTitle(lang, place)
      return title === null ? [] : [{ place, lang, title }]
    }),
  )
}

/**
 * Returns batches of statements that write a difference, one transaction per batch. Returns none
 * when nothing differs. A batch fails when one of its plans has changed since the comparison.
 */
export function catalogueBatches(
  db: PlanDatabase,
  { dictionaries: changed, plans }: CatalogueDifference,
  base: Currency,
): D1PreparedStatement[][] {
  if (changed.length === 0 && plans.length === 0) return []
  const parts = plans.length === 0 ? [[]] : transactionsOf(plans)
  return parts.map((part, index) => [
    ...failIfChanged(db, part),
    ...(index === 0 ? changed : []).flatMap(([table, rows]) =>
      insertRows(db, table, rows, replaceOn(keyColumns(table), dictionaries[table].columns)),
    ),
    ...planStatements(db, part, base),
    db.prepare(raiseContentVersion),
  ])
}

/** Returns statements that import a catalogue into an empty shop. */
export function catalogueStatements(db: PlanDatabase, catalogue: Catalogue): D1PreparedStatement[] {
  const none = new Map<string, string>()
  const rows = { countries: none, regions: none, place_titles: none, operators: none }
  const difference = catalogueDifference(catalogue, { rows, tariffs: new Map() })
  return catalogueBatches(db, difference, catalogue.base).flat()
}
