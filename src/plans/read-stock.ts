import { z } from 'zod'
import { refreshPlacements } from './can-sell.ts'
import { insertRows, prepareRows } from '../kit/db.ts'
import { fileProblem } from '../words/office-texts.ts'
import {
  hostWithPort,
  iccidPattern,
  looksLikeCode,
  matchingIdPattern,
  passesLuhn,
  plainIccid,
  readActivationCode,
  smdpAddressPattern,
} from '../kit/activation-code.ts'
import type { CodeProblem } from '../kit/activation-code.ts'
import {
  findRepeats,
  headerOf,
  plainName,
  readTable,
  sortProblems,
  cellProblem,
} from './read-csv.ts'
import type { Problem, CsvTable, Row, SourceFile } from './read-csv.ts'
import { parseMoney, type Money } from '../kit/money.shared.ts'
import {
  columns,
  mayBeMissing,
  optional,
  standardOr,
  planCell,
  type Columns,
  wordOf,
} from './columns.ts'
import { readKnownPlans, type PlanDatabase } from './plan-changes.ts'
import { sql } from '../kit/sql.ts'

type StoredProfileCode = Omit<StockCells, 'sample' | 'cost'>

type KnownStock = {
  readonly plans: ReadonlySet<string>
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

/** Whether a file has activation codes, even if it lacks a column. */
export function isStockFile(file: SourceFile): boolean {
  const names = headerOf(file).map(plainName)
  return ['iccid', 'activationcode', 'matchingid'].some((name) => names.includes(name))
}

export function readStockTable(file: SourceFile): CsvTable<StockCells> {
  return readTable(file, stockColumns)
}

/**
 * Compares codes with the database. Skips known codes. A known ICCID with different data is a
 * problem.
 */
export function compareStock(
  { names, rows, goodCells, problems, warnings }: CsvTable<StockCells>,
  { plans, codes }: KnownStock,
): StockDifference {
  if (problems.some(({ code }) => code === 'column-duplicated'))
    return { added: [], known: 0, problems, warnings }
  const codeColumns = ['matchingId', 'activationCode', 'smdpAddress']
  const codeColumn = codeColumns.find((name) => names.includes(name)) ?? 'activationCode'
  const held = new Map(codes.map((code) => [code.iccid, code]))
  const owners = new Map(codes.map((code) => [codeOf(code), code.iccid]))
  const unknown = goodCells.flatMap(({ value: { tariffID }, problem }) =>
    tariffID === undefined || plans.has(tariffID)
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
      : [problem(codeColumn, fileProblem('code-taken', { iccid: owner }))]
  })
  const repeats = [
    ...findRepeats(goodCells, 'iccid', ({ iccid }) => iccid ?? null),
    // The code is secret, so its problem does not name it.
    ...findRepeats(goodCells, codeColumn, codeOf, ({ line }) =>
      fileProblem('code-repeated', { line: String(line) }),
    ),
  ]
  const added = rows.map(({ value }) => value).filter(({ iccid }) => !held.has(iccid))
  const all = [...problems, ...unknown, ...taken, ...repeats]
  return {
    added,
    known: rows.length - added.length,
    problems: sortProblems(all, []),
    warnings: [...warnings, ...rows.flatMap(warn)],
  }
}

function warn({ value, problem }: Row<StockCells>): Problem[] {
  if (passesLuhn(value.iccid)) return []
  return [problem('iccid', fileProblem('no-check-digit'))]
}

/** Codes per transaction. */
const codesAtOnce = 5000

/** Returns batches of statements that insert codes, one transaction per batch. */
export function stockBatches(
  db: PlanDatabase,
  rows: readonly StockCells[],
): D1PreparedStatement[][] {
  const count = Math.ceil(rows.length / codesAtOnce)
  return Array.from({ length: count }, (_, index) => [
    ...insertCodes(db, rows.slice(index * codesAtOnce, (index + 1) * codesAtOnce)),
    ...(index === count - 1 ? [refreshPlacements(db)] : []),
  ])
}

function insertCodes(db: PlanDatabase, rows: readonly StockCells[]): D1PreparedStatement[] {
  const values = rows.map((row) => ({
    iccid: row.iccid,
    plan_id: row.tariffID,
    smdp_address: row.smdpAddress,
    matching_id: row.matchingId,
    confirmation_code: row.confirmationCode,
    mobile_number: row.mobileNumber,
    is_sample: row.sample,
    cost_minor: row.cost?.minor ?? null,
    cost_currency: row.cost?.currency ?? null,
  }))
  return insertRows(db, 'stock', values)
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

/** The columns of a file of activation codes. catalogue/README.md describes them. */

/** `1.20 USD` */
const costCell = z.string().transform((value, context): Money => {
  const cost = parseMoney(value)
  if (cost) return cost
  const message = cellProblem('no-amount', { example: '1.20 USD' })
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const confirmationCode = mayBeMissing(
  optional(z.string().regex(/^\d{4,8}$/, cellProblem('no-confirmation-code'))),
)

/** `8.966E+18`, or 15 digits and zeros: spreadsheets keep 15 digits of a number. */
const lostDigits = /^\d([.,]\d+)?E\+?\d+$/i
const roundedDigits = /^\d{15}0{3,5}$/

const iccid = z
  .string()
  .transform(plainIccid)
  .pipe(
    z
      .string()
      .refine((text) => !lostDigits.test(text), { error: cellProblem('lost-digits'), abort: true })
      .regex(iccidPattern, { error: cellProblem('no-iccid'), abort: true })
      .refine((text) => !roundedDigits.test(text) || passesLuhn(text), cellProblem('lost-digits')),
  )

const profile = z.object({
  iccid,
  tariffID: planCell,
  confirmationCode,
  mobileNumber: mayBeMissing(
    optional(z.string().regex(/^\+\d{8,15}$/, cellProblem('no-phone-number'))),
  ),
  /** The amount that the shop paid for the profile. */
  cost: mayBeMissing(optional(costCell)),
  sample: standardOr(wordOf(['yes', 'no'], cellProblem('no-yes-or-no')), 'no').transform(
    (value) => value === 'yes',
  ),
})

const codeCells = z.object({
  smdpAddress: z.string().optional(),
  matchingId: z.string().optional(),
  activationCode: z.string().optional(),
  confirmationCode: z.string().optional(),
})

/** The activation code, in one or two cells. */
const code = codeCells.transform(({ confirmationCode: confirmation = '', ...cells }, context) => {
  const { smdpAddress = '', matchingId = '', activationCode } = cells
  const isWhole = activationCode !== undefined && (activationCode !== '' || smdpAddress === '')
  const [column, whole] = isWhole
    ? (['activationCode', activationCode] as const)
    : (Object.entries({ smdpAddress, matchingId }).find(([, cell]) => looksLikeCode(cell)) ?? [])
  const refuse = (
    name: string,
    problem: CodeProblem | 'no-host-name' | 'confirmation-code-missing',
  ) => context.addIssue({ code: 'custom', path: [name], message: cellProblem(problem) })
  if (column === undefined || whole === undefined) {
    if (!smdpAddressPattern.test(smdpAddress))
      refuse('smdpAddress', hostWithPort.test(smdpAddress) ? 'host-with-port' : 'no-host-name')
    if (!matchingIdPattern.test(matchingId)) refuse('matchingId', 'no-matching-id')
    return { smdpAddress, matchingId }
  }
  const read = readActivationCode(whole)
  if (!read.ok) {
    refuse(column, read.error)
    return { smdpAddress, matchingId }
  }
  const { needsConfirmationCode, ...parts } = read.value
  if (needsConfirmationCode && confirmation === '')
    refuse('confirmationCode', 'confirmation-code-missing')
  return parts
})

// Both halves report their problems, so that one pass finds all of them.
const stockRow = profile.and(code)

export const stockColumns: Columns<StockCells> = {
  required: columns(profile).required,
  optional: [...new Set([...columns(profile).optional, ...columns(codeCells).optional])],
  secret: ['smdpAddress', 'matchingId', 'activationCode', 'confirmationCode'],
  row: stockRow,
  parts: [...columns(profile).parts, code],
}

type StockCells = z.output<typeof stockRow>

const selectCodes = sql`SELECT iccid, plan_id AS tariffID, smdp_address AS smdpAddress,
    matching_id AS matchingId, confirmation_code AS confirmationCode,
    mobile_number AS mobileNumber FROM stock`

/** Returns the plans, ICCIDs and codes of a table that the database contains. */
export async function knownStock(
  db: PlanDatabase,
  { goodCells }: Pick<CsvTable<StockCells>, 'goodCells'>,
): Promise<KnownStock> {
  const rows = goodCells.map(({ value }) => value)
  const named = new Set(rows.flatMap(({ tariffID }) => tariffID ?? []))
  const plans = await readKnownPlans(db, [...named])
  const byIccid = prepareRows(
    db,
    rows.flatMap(({ iccid }) => iccid ?? []),
    (json) => sql`${selectCodes} WHERE iccid IN (SELECT value FROM json_each(${json}))`,
  )
  const byCode = prepareRows(
    db,
    rows.flatMap(({ smdpAddress, matchingId }) =>
      smdpAddress === undefined || matchingId === undefined ? [] : [[smdpAddress, matchingId]],
    ),
    (json) => sql`${selectCodes} WHERE (smdp_address, matching_id) IN (
      SELECT value ->> 0, value ->> 1 FROM json_each(${json}))`,
  )
  const codes = new Map<string, StoredProfileCode>()
  for (const statement of [...byIccid, ...byCode])
    for (const code of (await statement.all<StoredProfileCode>()).results)
      codes.set(code.iccid, code)
  return { plans, codes: [...codes.values()] }
}
