import { z } from 'zod'
import type { Currency } from '../../../domain/money.ts'
import { findCatalogueRisks } from '../../catalogue-changes/catalogue-risks.ts'
import type { CatalogueRisk } from '../../catalogue-changes/catalogue-risks.ts'
import { catalogueDifference } from '../../imports/catalogue-difference.ts'
import type { CatalogueDifference } from '../../imports/catalogue-difference.ts'
import { knownStock } from '../../imports/known-stock.ts'
import { readCatalogue } from '../../imports/read-catalogue.ts'
import type { Problem } from '../../imports/csv-problem.ts'
import type { SourceFile } from '../../imports/read-csv.ts'
import { compareStock, isStockFile, readStockTable } from '../../imports/read-stock.ts'
import type { StockDifference } from '../../imports/read-stock.ts'
import { knownNamesOf, readStoredCatalogueFor } from '../../imports/stored-catalogue.ts'
import type { SqlStore } from '../../sql-store.ts'
import { digestOf } from './digest-of.ts'
import { mostChanges, mostComparedPlans } from './limits.ts'

/** The changes that files would make. `digest` identifies the changes. */
export type ImportPreview =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  /** Too many rows for a page. Only the command can import them. */
  | { readonly kind: 'too-large' }
  | {
      readonly kind: 'plans'
      readonly digest: string
      readonly difference: CatalogueDifference
      readonly risks: readonly CatalogueRisk[]
    }
  | { readonly kind: 'stock'; readonly digest: string; readonly difference: StockDifference }

/** Compares the files of a catalogue, or one file of activation codes, with the shop. */
export async function previewImport(
  store: Pick<SqlStore, 'query'>,
  files: readonly SourceFile[],
  base: Currency,
): Promise<ImportPreview> {
  const [file, ...others] = files
  if (file && others.length === 0 && isStockFile(file)) return previewStock(store, file)
  return previewCatalogue(store, files, base)
}

async function previewCatalogue(
  store: Pick<SqlStore, 'query'>,
  files: readonly SourceFile[],
  base: Currency,
): Promise<ImportPreview> {
  if (await hasManyPlans(store)) return { kind: 'too-large' }
  const stored = await readStoredCatalogueFor(store, files)
  const { catalogue, problems } = readCatalogue(files, knownNamesOf(stored), base)
  if (problems.length > 0) return { kind: 'invalid', problems }
  const difference = catalogueDifference(catalogue, stored)
  if (difference.plans.length > mostChanges.plans) return { kind: 'too-large' }
  const digest = await digestOf([difference.dictionaries, difference.plans])
  const risks = findCatalogueRisks(difference.plans, difference.listed)
  return { kind: 'plans', digest, difference, risks }
}

async function hasManyPlans({ query }: Pick<SqlStore, 'query'>): Promise<boolean> {
  const [counted] = await query(
    `SELECT count(*) AS plans FROM (
      SELECT 1 FROM tariffs WHERE supplier IS NULL LIMIT ${mostComparedPlans + 1})`,
    z.object({ plans: z.int() }),
  )
  return (counted?.plans ?? 0) > mostComparedPlans
}

async function previewStock(
  store: Pick<SqlStore, 'query'>,
  file: SourceFile,
): Promise<ImportPreview> {
  const table = readStockTable(file)
  if (table.goodCells.length > mostChanges.stock) return { kind: 'too-large' }
  const difference = compareStock(table, await knownStock(store, table))
  if (difference.problems.length > 0) return { kind: 'invalid', problems: difference.problems }
  return { kind: 'stock', digest: await digestOf(difference.added), difference }
}
