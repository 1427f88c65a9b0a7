import { z } from 'zod'
import { knownTitlesSql } from '../catalogue/known-titles.ts'
import { tariffChange } from '../catalogue/tariff-changes.ts'
import type { StoredTariff, TariffChange } from '../catalogue/tariff-changes.ts'
import { tariffRecordOf } from '../catalogue/tariff-record.ts'
import { insertRows, replaceOn } from '../sql-text.ts'
import type { SqlValue } from '../sql-text.ts'
import { locales } from '../../locale/locales.ts'
import { titleColumn } from './columns.ts'
import type { Catalogue } from './read-catalogue.ts'
import { dictionaryColumns } from './stored-catalogue.ts'
import type { DictionaryTable, StoredCatalogue } from './stored-catalogue.ts'

/** What an import would write. */
export type CatalogueDifference = {
  /** Statements for countries, regions, operators and titles. */
  readonly dictionaries: readonly string[]
  /** Plans that are not in the files any more have `is_listed` 0. */
  readonly plans: readonly TariffChange[]
  /** Plans of the files that the database has already. */
  readonly unchanged: number
  /** Plans on sale before the import that the files may replace. */
  readonly listed: number
}

const titleRow = z.tuple([z.string(), z.string(), z.string()])

/** Plans that are in no file are delisted, not deleted. */
export function catalogueDifference(
  catalogue: Catalogue,
  stored: StoredCatalogue,
): CatalogueDifference {
  const plans = planChanges(catalogue, stored)
  const inFiles = plans.filter(({ after }) => after.is_listed === 1)
  return {
    dictionaries: dictionarySql(catalogue, stored),
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
    ...gone.map(({ record }) => ({ ...record, is_listed: 0 as const })),
  ]
  return next.flatMap((record) => tariffChange(tariffs.get(record.id), record, base) ?? [])
}

/** Plans of the operator's files. Those of suppliers stay as they are. */
function ownTariffs({ tariffs }: StoredCatalogue): StoredTariff[] {
  return Array.from(tariffs.values()).filter(({ record }) => record.supplier === null)
}

function dictionarySql(
  { countries, regions, operators }: Catalogue,
  { rows: stored }: StoredCatalogue,
): string[] {
  const places = [
    ...countries.map((row) => ({ place: row.code, row })),
    ...regions.map((row) => ({ place: `${row.country}/${row.ident}`, row })),
  ]
  const titles = places.flatMap(({ place, row }) =>
    locales.flatMap((locale) => {
      const title = row[titleColumn(locale)] ?? null
      return title === null ? [] : [[place, locale, title]]
    }),
  )
  const changed = (table: DictionaryTable, keys: number, values: readonly SqlValue[][]) =>
    insertRows(
      table,
      dictionaryColumns[table],
      values.filter((each) => !stored[table].has(JSON.stringify(each))),
      replaceOn(dictionaryColumns[table].slice(0, keys), dictionaryColumns[table]),
    )
  return [
    ...changed(
      'countries',
      1,
      countries.map((row) => [row.code, JSON.stringify(row.aliases), row.popularity]),
    ),
    ...changed(
      'regions',
      2,
      regions.map(({ country, ident }) => [country, ident]),
    ),
    ...changed('place_titles', 2, titles),
    ...missingTitles(
      places.map(({ place }) => place),
      [...stored.place_titles, ...titles.map((each) => JSON.stringify(each))],
    ),
    ...changed(
      'operators',
      1,
      operators.map((row) => [
        row.ident,
        row.title,
        row.title.toLowerCase(),
        row.website,
        row.supportPhone,
        row.supportEmail,
      ]),
    ),
  ]
}

/** Statements for the titles that the shop knows and neither files nor database have. */
function missingTitles(places: readonly string[], titled: readonly string[]): string[] {
  const known = new Set(
    titled.map((row) => {
      const [place, lang] = titleRow.parse(JSON.parse(row))
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
