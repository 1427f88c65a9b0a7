import { z } from 'zod'
import { insertRows, replaceOn, readJsonColumn } from '../kit/db.ts'
import { searchTitle, titlesByLang } from './places.ts'
import {
  comparePlan,
  failIfChanged,
  planStatements,
  readStoredPlans,
  transactionsOf,
  planRecordOf,
} from './plan-changes.ts'
import type { PlanDatabase, StoredPlan, PlanChange } from './plan-changes.ts'
import { knownLocales } from '../words/locales.shared.ts'
import { placeTitle } from '../words/place-names.ts'
import { titleColumn } from './columns.ts'
import type { Catalogue, KnownNames } from './read-catalogue.ts'
import { columnOf, type SourceFile } from './read-csv.ts'
import { raiseContentVersion } from './content-version.ts'
import type { Currency } from '../kit/money.shared.ts'
import { raw, readRows, sql } from '../kit/sql.ts'

/** Tables with rows from files, with their columns. The key comes first. */
const dictionaries = {
  places: ['place', 'aliases', 'popularity', 'titles'],
  operators: ['ident', 'title', 'search_title', 'website', 'support_phone', 'support_email'],
} as const
type DictionaryTable = keyof typeof dictionaries

type DictionaryRow = { readonly [column: string]: string | number | null }

export const dictionaryKinds = ['countries', 'regions', 'operators'] as const
type DictionaryKind = (typeof dictionaryKinds)[number]
/** The rows of a file, compared with the database. */
type RowCounts = { readonly added: number; readonly changed: number; readonly unchanged: number }

export type StoredCatalogue = {
  /** The rows of each table as JSON, by their keys, such as the place `ru/mow`. */
  readonly rows: { readonly [table in DictionaryTable]: ReadonlyMap<string, string> }
  readonly plans: ReadonlyMap<string, StoredPlan>
}

/** The changes that an import would write. */
export type CatalogueDifference = {
  /** Rows of countries, regions and operators to write. */
  readonly dictionaries: readonly (readonly [DictionaryTable, readonly DictionaryRow[]])[]
  /** Rows of countries, regions and operators in the files that the database lacks. */
  readonly dictionaryRows: number
  /** An import removes no countries, regions or operators. */
  readonly counts: { readonly [kind in DictionaryKind]: RowCounts }
  /** Changed plans. Plans that are missing from the files get `is_listed` 0. */
  readonly plans: readonly PlanChange[]
  /** The number of unchanged plans. */
  readonly unchanged: number
  /** The number of the operator's plans on sale before the import. */
  readonly listed: number
}

/** Returns the whole catalogue in the database. */
export async function readStoredCatalogue(db: PlanDatabase): Promise<StoredCatalogue> {
  return { rows: await readDictionaries(db), plans: await readStoredPlans(db, sql`true`) }
}

/**
 * Returns the dictionaries, and the plans that files can change: the operator's plans, and plans
 * with ids in the files.
 */
export async function readStoredCatalogueFor(db: PlanDatabase, files: readonly SourceFile[]) {
  const ids = JSON.stringify(files.flatMap((file) => columnOf(file, 'tariffID')))
  const own = await readStoredPlans(db, sql`t.supplier IS NULL`)
  const isNamed = sql`t.id IN (SELECT value FROM json_each(${ids}))`
  const named = await readStoredPlans(db, isNamed)
  return { rows: await readDictionaries(db), plans: new Map([...own, ...named]) }
}

async function readDictionaries(db: PlanDatabase): Promise<StoredCatalogue['rows']> {
  const rowsOf = async (table: DictionaryTable) => {
    const columns = dictionaries[table].map((column) => `'${column}', ${column}`)
    const results = await readRows<{ key: string; row: string }>(db)`SELECT
        ${raw(dictionaries[table][0])} AS key, json_object(${raw(columns.join(', '))}) AS row
      FROM ${raw(table)}`
    return new Map(results.map(({ key, row }) => [key, row]))
  }
  return { places: await rowsOf('places'), operators: await rowsOf('operators') }
}

function keyOf(table: DictionaryTable, row: DictionaryRow): string {
  return String(row[dictionaries[table][0]])
}

/** Returns the names in the database that rows of a file may reference. */
export function knownNamesOf({ rows }: StoredCatalogue): KnownNames {
  const places = [...rows.places.keys()]
  return {
    countries: new Set(places.filter(isCountry)),
    regions: new Set(places.filter((place) => !isCountry(place))),
    operators: new Set(rows.operators.keys()),
  }
}

/**
 * Compares files with the database. Delists plans that are missing from the files, but does not
 * delete them.
 */
export function catalogueDifference(catalogue: Catalogue, stored: StoredCatalogue) {
  const plans = planChanges(catalogue, stored)
  const inFiles = plans.filter(({ after }) => after.is_listed === 1)
  return {
    ...dictionaryChanges(catalogue, stored),
    plans,
    unchanged: (catalogue.plans?.length ?? 0) - inFiles.length,
    listed: ownPlans(stored).filter(({ record }) => record.is_listed === 1).length,
  }
}

function planChanges({ plans, base }: Catalogue, stored: StoredCatalogue): PlanChange[] {
  if (plans === null) return []
  const ids = new Set(plans.map(({ tariffID }) => tariffID))
  const gone = ownPlans(stored).filter(({ record }) => !ids.has(record.id))
  const next = [
    ...plans.map((plan) => planRecordOf(plan, true)),
    ...gone.map(({ record }) => ({ ...record, is_listed: 0 as const, is_gone: 1 as const })),
  ]
  return next.flatMap((record) => comparePlan(stored.plans.get(record.id), record, base) ?? [])
}

/** Returns stored plans of the operator's files. An import does not change suppliers' plans. */
function ownPlans({ plans }: StoredCatalogue): StoredPlan[] {
  return Array.from(plans.values()).filter(({ record }) => record.supplier === null)
}

function dictionaryChanges(
  catalogue: Catalogue,
  { rows: stored }: StoredCatalogue,
): Pick<CatalogueDifference, 'dictionaries' | 'dictionaryRows' | 'counts'> {
  const places = placeRows(catalogue, stored.places)
  const operators = operatorRows(catalogue)
  const isChanged = (table: DictionaryTable) => (row: DictionaryRow) =>
    stored[table].get(keyOf(table, row)) !== JSON.stringify(row)
  const countsOf = (table: DictionaryTable, rows: readonly DictionaryRow[]): RowCounts => {
    const old = rows.filter((row) => stored[table].has(keyOf(table, row)))
    const changed = old.filter(isChanged(table)).length
    return { added: rows.length - old.length, changed, unchanged: old.length - changed }
  }
  const written: CatalogueDifference['dictionaries'] = [
    ['places', places.filter(isChanged('places'))],
    ['operators', operators.filter(isChanged('operators'))],
  ]
  const countries = places.filter(({ place }) => isCountry(place))
  const regions = places.filter(({ place }) => !isCountry(place))
  return {
    dictionaries: written.filter(([, rows]) => rows.length > 0),
    dictionaryRows: written.flatMap(([, rows]) => rows).length,
    counts: {
      countries: countsOf('places', countries),
      regions: countsOf('places', regions),
      operators: countsOf('operators', operators),
    },
  }
}

/** A region has the code of its country in front: `ru/mow`. */
function isCountry(place: string): boolean {
  return !place.includes('/')
}

/** The order of the columns is that of `dictionaries`, because rows are compared as JSON. */
function placeRows({ countries, regions }: Catalogue, stored: StoredCatalogue['rows']['places']) {
  const places = [
    ...countries.map((row) => ({ place: row.code, row })),
    ...regions.map(({ country, ...row }) => ({
      place: `${country}/${row.ident}`,
      row: { ...row, aliases: [], popularity: null },
    })),
  ]
  return places.map(({ place, row }) => {
    const typed = Object.fromEntries(
      knownLocales.map((lang) => [lang, row[titleColumn(lang)] ?? null]),
    )
    return {
      place,
      aliases: JSON.stringify(row.aliases),
      popularity: row.popularity,
      titles: JSON.stringify(withTitles(place, storedTitles(stored.get(place)), typed)),
    }
  })
}

function operatorRows({ operators }: Catalogue) {
  return operators.map((row) => ({
    ident: row.ident,
    title: row.title,
    search_title: searchTitle(row.title),
    website: row.website,
    support_phone: row.supportPhone,
    support_email: row.supportEmail,
  }))
}

type Titles = { readonly [lang: string]: string | null }

function storedTitles(row: string | undefined): Titles {
  if (row === undefined) return {}
  const { titles } = readJsonColumn('places.row', storedPlace, row)
  return readJsonColumn('places.titles', titlesByLang, titles)
}

const storedPlace = z.object({ titles: z.string() })

/**
 * Returns the titles of a place, each from the first of these: the file, the database, the shop's
 * own names. Titles of languages that the shop does not have stay.
 */
export function withTitles(place: string, stored: Titles, typed: Titles = {}): Titles {
  const titles = knownLocales.flatMap((lang) => {
    const title = typed[lang] ?? stored[lang] ?? placeTitle(lang, place)
    return title === null ? [] : [[lang, title] as const]
  })
  return { ...stored, ...Object.fromEntries(titles) }
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
      insertRows(db, table, rows, replaceOn([dictionaries[table][0]], dictionaries[table])),
    ),
    ...planStatements(db, part, base),
    raiseContentVersion(db),
  ])
}

/** Returns statements that import a catalogue into an empty shop. */
export function catalogueStatements(db: PlanDatabase, catalogue: Catalogue): D1PreparedStatement[] {
  const none = new Map<string, string>()
  const rows = { places: none, operators: none }
  const difference = catalogueDifference(catalogue, { rows, plans: new Map() })
  return catalogueBatches(db, difference, catalogue.base).flat()
}
