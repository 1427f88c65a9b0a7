import { refreshPlacements } from '../catalogue/can-sell.ts'
import { insertRows } from '../sql-text.ts'
import { fileProblem } from '../../locale/file-problem-texts.ts'
import { passesLuhn } from '../../domain/activation-code.ts'
import { stockColumns } from './stock-columns.ts'
import type { StockCells } from './stock-columns.ts'
import { findRepeats, headerOf, readTable } from './read-csv.ts'
import type { Problem } from './csv-problem.ts'
import type { CsvTable, Row, SourceFile } from './read-csv.ts'

export type StoredProfileCode = Omit<StockCells, 'sample' | 'cost'>

export type KnownStock = {
  readonly tariffs: ReadonlySet<string>
  readonly codes: readonly StoredProfileCode[]
}

export type StockDifference = {
  readonly added: readonly StockCells[]
  readonly known: number
  readonly problems: readonly Problem[]
  /**
   * Warnings about wrong check digits (Luhn). Suppliers' lists contain wrong digits, so the import
   * accepts them.
   */
  readonly warnings: readonly Problem[]
}

export function isStockFile(file: SourceFile): boolean {
  return headerOf(file).includes('iccid')
}

export function readStockTable(file: SourceFile): CsvTable<StockCells> {
  return readTable(file, stockColumns)
}

/**
 * Compares codes with the database. Skips known codes. A known ICCID with different data is a
 * problem.
 */
export function compareStock(
  { rows, problems }: CsvTable<StockCells>,
  { tariffs, codes }: KnownStock,
): StockDifference {
  const held = new Map(codes.map((code) => [code.iccid, code]))
  const owners = new Map(codes.map((code) => [codeOf(code), code.iccid]))
  const wrong = rows.flatMap(({ value, problem }) => {
    const before = held.get(value.iccid)
    const owner = owners.get(codeOf(value)) ?? value.iccid
    if (!tariffs.has(value.tariffID))
      return [problem('tariffID', fileProblem('unknown-plan', { name: value.tariffID }))]
    if (before !== undefined && !isSame(before, value))
      return [problem('iccid', fileProblem('stock-differs'))]
    return owner === value.iccid
      ? []
      : [problem('matchingId', fileProblem('code-taken', { iccid: owner }))]
  })
  const repeats = [
    ...findRepeats(rows, 'iccid', ({ iccid }) => iccid),
    ...findRepeats(rows, 'matchingId', codeOf),
  ]
  const added = rows.map(({ value }) => value).filter(({ iccid }) => !held.has(iccid))
  return {
    added,
    known: rows.length - added.length,
    problems: [...problems, ...wrong, ...repeats],
    warnings: rows.flatMap(warn),
  }
}

function warn({ value, problem }: Row<StockCells>): Problem[] {
  if (passesLuhn(value.iccid)) return []
  return [problem('iccid', fileProblem('no-check-digit'))]
}

/** Codes per transaction. */
const codesAtOnce = 5000

/** Returns batches of statements that insert codes, one transaction per batch. */
export function stockBatches(rows: readonly StockCells[]): string[][] {
  const count = Math.ceil(rows.length / codesAtOnce)
  return Array.from({ length: count }, (_, index) => [
    ...stockSql(rows.slice(index * codesAtOnce, (index + 1) * codesAtOnce)),
    ...(index === count - 1 ? [refreshPlacements()] : []),
  ])
}

function stockSql(rows: readonly StockCells[]): string[] {
  const columns = [
    'iccid',
    'tariff_id',
    'smdp_address',
    'matching_id',
    'confirmation_code',
    'mobile_number',
    'is_sample',
    'cost_minor',
    'cost_currency',
  ]
  const values = rows.map((row) => [
    row.iccid,
    row.tariffID,
    row.smdpAddress,
    row.matchingId,
    row.confirmationCode,
    row.mobileNumber,
    row.sample,
    row.cost?.minor ?? null,
    row.cost?.currency ?? null,
  ])
  return insertRows('stock', columns, values)
}

function isSame(before: StoredProfileCode, now: StoredProfileCode): boolean {
  return (
    codeOf(before) === codeOf(now) &&
    before.tariffID === now.tariffID &&
    before.confirmationCode === now.confirmationCode &&
    before.mobileNumber === now.mobileNumber
  )
}

function codeOf({ smdpAddress, matchingId }: StoredProfileCode): string {
  return `${smdpAddress}$${matchingId}`
}
