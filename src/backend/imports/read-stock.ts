import { refreshPlacements } from '../catalogue/can-sell.ts'
import { insertRows } from '../sql-text.ts'
import { fileProblem } from '../../locale/file-problem-texts.ts'
import { passesLuhn } from '../../domain/activation-code.ts'
import { stockColumns } from './stock-columns.ts'
import type { StockCells } from './stock-columns.ts'
import { findRepeats, headerOf, readTable } from './read-csv.ts'
import { sortProblems } from './csv-problem.ts'
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
  { rows, goodCells, problems }: CsvTable<StockCells>,
  { tariffs, codes }: KnownStock,
): StockDifference {
  const held = new Map(codes.map((code) => [code.iccid, code]))
  const owners = new Map(codes.map((code) => [codeOf(code), code.iccid]))
  const unknown = goodCells.flatMap(({ value: { tariffID }, problem }) =>
    tariffID === undefined || tariffs.has(tariffID)
      ? []
      : [problem('tariffID', fileProblem('unknown-plan', { name: tariffID }))],
  )
  const taken = goodCells.flatMap(({ value, problem }) => {
    const before = held.get(value.iccid ?? '')
    if (before !== undefined)
      return isSame(before, value) ? [] : [problem('iccid', fileProblem('stock-differs'))]
    const owner = owners.get(codeOf(value) ?? '')
    return owner === undefined
      ? []
      : [problem('matchingId', fileProblem('code-taken', { iccid: owner }))]
  })
  const repeats = [
    ...findRepeats(goodCells, 'iccid', ({ iccid }) => iccid ?? null),
    // The code is secret, so its problem does not name it.
    ...findRepeats(goodCells, 'matchingId', codeOf, ({ line }) =>
      fileProblem('code-repeated', { line: String(line) }),
    ),
  ]
  const added = rows.map(({ value }) => value).filter(({ iccid }) => !held.has(iccid))
  const all = [...problems, ...unknown, ...taken, ...repeats]
  return {
    added,
    known: rows.length - added.length,
    problems: sortProblems(all, []),
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

/** Invalid cells do not differ. */
function isSame(before: StoredProfileCode, now: Partial<StockCells>): boolean {
  const columns = [
    'tariffID',
    'smdpAddress',
    'matchingId',
    'confirmationCode',
    'mobileNumber',
  ] as const
  return columns.every((name) => now[name] === undefined || now[name] === before[name])
}

/** Returns null if the cells of the code are invalid. */
function codeOf({ smdpAddress, matchingId }: Partial<StockCells>): string | null {
  return smdpAddress === undefined || matchingId === undefined
    ? null
    : `${smdpAddress}$${matchingId}`
}
