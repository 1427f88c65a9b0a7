import { z } from 'zod'
import { knownTitlesSql, failIfChanged } from './stored-plans.ts'
import { searchTitle } from './place-titles.ts'
import { compareTariff, plansPerTransaction, tariffChangesSql } from './plan-changes.ts'
import type { StoredTariff, TariffChange } from './plan-changes.ts'
import { tariffRecordOf } from './plan-record.ts'
import { insertRows, replaceOn } from '../kit/sql-text.ts'
import type { SqlValue } from '../kit/sql-text.ts'
import { locales } from '../words/locales.shared.ts'
import { readJsonColumn } from '../kit/stored-json.ts'
import { titleColumn } from './columns.ts'
import type { Catalogue } from './read-catalogue.ts'
import { dictionaryColumns, emptyShop } from './stored-catalogue.ts'
import type { DictionaryTable, StoredCatalogue } from './stored-catalogue.ts'
import { raiseContentVersion } from './content-version.ts'
import type { Currency } from '../kit/money.shared.ts'

/** The changes that an import would write. */
export type CatalogueDifference = {
  /** Statements for countries, regions, operators and titles. */
  readonly dictionaries: readonly string[]
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

export const dictionaryKinds = ['countries', 'regions', 'operators'] as const
type DictionaryKind = (typeof dictionaryKinds)[number]
/** The rows of a file, compared with the database. */
type RowCounts = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

const titleRow = z.tuple([z.string(), z.string(), z.string()])
const anyRow = z.array(z.unknown())

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
    counts: dictionaryCounts(catalogue, stored),
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
): Pick<CatalogueDifference, 'dictionaries' | 'dictionaryRows'> {
  const rows = rowsOf(catalogue)
  const changed = writtenInOrder.map(([table, keys]) => ({
    table,
    keys,
    rows: rows[table].filter((each) => !stored[table].has(JSON.stringify(each))),
  }))
  const titled = [...stored.place_titles, ...rows.place_titles.map((row) => JSON.stringify(row))]
  const places = placesOf(catalogue).map(({ place }) => place)
  return {
    dictionaries: [
      ...changed.flatMap((each) => replaceRows(each)),
      ...missingTitles(places, titled),
    ],
    dictionaryRows: changed.reduce((sum, each) => sum + each.rows.length, 0),
  }
}

/** A country or region is changed if one of its titles is. */
function dictionaryCounts(
  catalogue: Catalogue,
  { rows: stored }: StoredCatalogue,
): CatalogueDifference['counts'] {
  const rows = rowsOf(catalogue)
  const isStored = (table: DictionaryTable, row: readonly SqlValue[]) =>
    stored[table].has(JSON.stringify(row))
  const newTitles = rows.place_titles.filter((row) => !isStored('place_titles', row))
  const retitled = new Set(newTitles.map(([place]) => place))
  const countsOf = (kind: DictionaryKind, keys: number) => {
    const keyOf = (row: readonly unknown[]) => row.slice(0, keys).join('/')
    const known = new Set(
      Array.from(stored[kind], (row) => keyOf(readJsonColumn(`${kind}.row`, anyRow, row))),
    )
    const old = rows[kind].filter((row) => known.has(keyOf(row)))
    const unchanged = old.filter((row) => isStored(kind, row) && !retitled.has(keyOf(row))).length
    const added = rows[kind].length - old.length
    return { added, changed: old.length - unchanged, unchanged }
  }
  return {
    countries: countsOf('countries', 1),
    regions: countsOf('regions', 2),
    operators: countsOf('operators', 1),
  }
}

/** Returns countries and regions with their `place` in `place_titles`. */
function placesOf({ countries, regions }: Catalogue) {
  return [
    ...countries.map((row) => ({ place: row.code, row })),
    ...regions.map((row) => ({ place: `${row.country}/${row.ident}`, row })),
  ]
}

type DictionaryRows = { readonly [table in DictionaryTable]: readonly SqlValue[][] }

function rowsOf(catalogue: Catalogue): DictionaryRows {
  const { countries, regions, operators } = catalogue
  return {
    countries: countries.map((row) => [row.code, JSON.stringify(row.aliases), row.popularity]),
    regions: regions.map(({ country, ident }) => [country, ident]),
    place_titles: placesOf(catalogue).flatMap(({ place, row }) =>
      locales.flatMap((locale) => {
        const title = row[titleColumn(locale)] ?? null
        return title === null ? [] : [[place, locale, title]]
      }),
    ),
    operators: operators.map((row) => [
      row.ident,
      row.title,
      searchTitle(row.title),
      row.website,
      row.supportPhone,
      row.supportEmail,
    ]),
  }
}

/** Tables in the order of writing, with the number of key columns. Regions reference countries. */
const writtenInOrder: readonly (readonly [table: DictionaryTable, keys: number])[] = [
  ['countries', 1],
  ['regions', 2],
  ['place_titles', 2],
  ['operators', 1],
]

function replaceRows(change: {
  readonly table: DictionaryTable
  readonly keys: number
  readonly rows: readonly SqlValue[][]
}): string[] {
  const columns = dictionaryColumns[change.table]
  const conflict = replaceOn(columns.slice(0, change.keys), columns)
  return insertRows(change.table, columns, change.rows, conflict)
}

/**
 * Statements for titles that are missing from the files and the database, but known to the shop.
 */
function missingTitles(places: readonly string[], titled: readonly string[]): string[] {
  const known = new Set(
    titled.map((row) => {
      const [place, lang] = readJsonColumn('place_titles.row', titleRow, row)
      return `${place} ${lang}`
    }),
  )
  return locales.flatMap((locale) =>
    knownTitlesSql(
      places.filter((place) => !known.has(`${place} ${locale}`)),
      [locale],
    ),
  )
}

/**
 * Returns batches of statements that write a difference, one transaction per batch. Returns none
 * when nothing differs. A batch fails when one of its plans has changed since the comparison.
 */
export function catalogueBatches(
  { dictionaries, plans }: CatalogueDifference,
  base: Currency,
): string[][] {
  if (dictionaries.length === 0 && plans.length === 0) return []
  const count = Math.max(1, Math.ceil(plans.length / plansPerTransaction))
  return Array.from({ length: count }, (_, index) => {
    const part = plans.slice(index * plansPerTransaction, (index + 1) * plansPerTransaction)
    return [
      ...failIfChanged(part),
      ...(index === 0 ? dictionaries : []),
      ...tariffChangesSql(part, base),
      raiseContentVersion,
    ]
  })
}

/** Statements that import a catalogue into an empty shop. */
export function catalogueSql(catalogue: Catalogue): string[] {
  return catalogueBatches(catalogueDifference(catalogue, emptyShop), catalogue.base).flat()
}
