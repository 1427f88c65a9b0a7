import { passesLuhn } from '../../src/shared/domain/activation-code.ts'
import type { SourceFile } from './catalogue.ts'
import { refreshStock } from './catalogue-sql.ts'
import { stockColumns } from './columns.ts'
import type { StockCells } from './columns.ts'
import { insertRows } from './sql.ts'
import { findRepeats, headerOf, problem, readTable } from './table.ts'
import type { Problem } from './table.ts'

export type KnownStock = {
  readonly tariffs: ReadonlySet<string>
  /** ICCID to `SM-DP+ address$matching ID` of what is in stock already, sold or not. */
  readonly codes: ReadonlyMap<string, string>
}

type Read = {
  /** Codes the database does not have yet. */
  readonly added: readonly StockCells[]
  readonly problems: readonly Problem[]
  /** Worth a look, but imported: a failing Luhn digit, as real suppliers' lists have them. */
  readonly warnings: readonly Problem[]
}

/** Reads a file of activation codes. A code the database has already is passed over; the same ICCID with another code is refused. */
export function readStock({ name, text }: SourceFile, { tariffs, codes }: KnownStock): Read {
  const header = headerOf(text)
  const column = (cell: keyof StockCells) => header.indexOf(cell) + 1
  const { rows, problems } = readTable(name, text, stockColumns)
  const wrong = rows.flatMap(({ line, value }) => {
    const held = codes.get(value.iccid)
    return [
      ...(tariffs.has(value.tariffID)
        ? []
        : [
            problem(
              name,
              line,
              column('tariffID'),
              'tariffID',
              `no plan is called ${value.tariffID}`,
            ),
          ]),
      ...(held === undefined || held === codeOf(value)
        ? []
        : [problem(name, line, column('iccid'), 'iccid', 'is in stock already with another code')]),
    ]
  })
  const repeats = [
    ...findRepeats(name, rows, 'iccid', column('iccid'), ({ iccid }) => iccid),
    ...findRepeats(name, rows, 'matchingId', column('matchingId'), codeOf),
  ]
  const warnings = rows
    .filter(({ value }) => !passesLuhn(value.iccid))
    .map(({ line }) =>
      problem(
        name,
        line,
        column('iccid'),
        'iccid',
        'the last digit is not the Luhn digit of the others',
      ),
    )
  const added = rows.map(({ value }) => value).filter(({ iccid }) => !codes.has(iccid))
  return { added, problems: [...problems, ...wrong, ...repeats], warnings }
}

export function stockSql(rows: readonly StockCells[]): string[] {
  const columns = [
    'iccid',
    'tariff_id',
    'smdp_address',
    'matching_id',
    'confirmation_code',
    'mobile_number',
    'is_sample',
  ]
  const values = rows.map((row) => [
    row.iccid,
    row.tariffID,
    row.smdpAddress,
    row.matchingId,
    row.confirmationCode,
    row.mobileNumber,
    row.sample,
  ])
  return [...insertRows('stock', columns, values), refreshStock]
}

function codeOf({ smdpAddress, matchingId }: StockCells): string {
  return `${smdpAddress}$${matchingId}`
}
