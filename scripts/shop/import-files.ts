import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { decodeFile, describeProblem, problemOfFile } from '../../src/plans/read-csv.ts'
import type { Problem, SourceFile } from '../../src/plans/read-csv.ts'
import { insertCommandAudit, type AuditEntry } from '../../src/api/audit.ts'
import { importSubject } from '../../src/plans/apply-import.ts'
import type { StaffMember } from '../../src/api/staff.ts'
import type { PlanDatabase } from '../../src/plans/plan-changes.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { fileProblem } from '../../src/words/office-texts.ts'
import { unreadable } from '../command.ts'

export type Import = {
  readonly problems: readonly Problem[]
  /** Problems that do not prevent the import. */
  readonly warnings: readonly Problem[]
  /** Reasons to suspect a mistake in the files. Files with risks are imported only with `--yes`. */
  readonly risks: readonly string[]
  /** The changes of the import, as lines. */
  readonly difference: readonly string[]
  /** One list of statements per transaction. Empty when the database already has all rows. */
  readonly batches: readonly D1PreparedStatement[][]
}

/** Opens the shop while `work` runs. */
type InShop = <T>(work: (db: PlanDatabase) => Promise<T>) => Promise<T>

type Options = {
  readonly paths: readonly string[]
  readonly inShop: InShop
  /** Compares the files with the shop. */
  readonly read: (files: readonly SourceFile[], db: PlanDatabase) => Promise<Import>
  readonly staff: StaffMember
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
}

/**
 * Imports files. Prints all problems of the files, and imports the files only if there are none.
 * Sets exit code 1 on any failure.
 */
export async function importFiles(options: Options): Promise<void> {
  const { paths, inShop, read, staff, isDryRun, isConfirmed } = options
  const sources = await Promise.all(paths.map(readSource))
  const files = sources.map(({ file }) => file)
  const encodings = sources.flatMap(({ encoding }) => encoding ?? [])
  const record: AuditEntry = {
    id: secretID(),
    at: new Date().toISOString(),
    staff,
    action: 'import',
    subject: importSubject,
    details: { file: files.map(({ name }) => name).join(', ') },
  }
  let count = 0
  const readShop = async (db: PlanDatabase): Promise<Import | null> => {
    const found = await read(files, db)
    const { problems, warnings, risks, difference, batches } = found
    if (!report([...encodings, ...problems], warnings)) return null
    for (const line of difference) console.log(line)
    const isRisky = risks.length > 0 && !isConfirmed
    if (isRisky) refuse(risks, 'Nothing was imported. If the files are correct, add --yes.')
    else if (isDryRun) console.log('Dry run: nothing was imported.')
    count = batches.length
    return isRisky || isDryRun ? null : found
  }
  const readAgain = async (db: PlanDatabase) => read(files, db)
  if (await applyBatches(inShop, record, { read: readShop, readAgain }))
    console.log(count === 0 ? 'Nothing was imported: the shop already has all rows.' : 'Imported.')
}

/** Prints reasons to suspect a mistake, and fails the command. */
export function refuse(risks: readonly string[], remedy: string): void {
  for (const risk of risks) console.error(`suspicious: ${risk}`)
  console.error(remedy)
  process.exitCode = 1
}

export type ReadSource = {
  readonly file: SourceFile
  /** The problem of text that is not UTF-8, or null. */
  readonly encoding: Problem | null
}

/**
 * Reads a file relative to the folder in which npm was started. Decoding replaces the letters of
 * text that is not UTF-8, which must not be imported. Codes and idents stay, so the other problems
 * of the file are found in the same pass, and other files can reference its rows.
 */
export async function readSource(path: string): Promise<ReadSource> {
  const name = basename(path)
  const bytes = await readFile(resolve(process.env['INIT_CWD'] ?? '.', path)).catch(() => null)
  if (bytes === null) throw unreadable(path)
  const text = decodeFile(bytes)
  const file = { name, text: text ?? bytes.toString() }
  return { file, encoding: text === null ? wrongEncoding(name, bytes) : null }
}

function wrongEncoding(name: string, bytes: Buffer): Problem {
  const lines = bytes.toString('latin1').split('\n')
  const wrong = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
  return { ...problemOfFile({ name }, fileProblem('no-utf8')), line: wrong + 1 }
}

function report(problems: readonly Problem[], warnings: readonly Problem[]): boolean {
  print(warnings, 'warning: ')
  print(problems, '')
  if (problems.length === 0) return true
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  console.error(`${count}. Nothing was imported.`)
  process.exitCode = 1
  return false
}

const maxShownProblems = 50

/** Prints the first problems of each file, because the next file may have other problems. */
function print(problems: readonly Problem[], prefix: string): void {
  for (const [file, found] of Map.groupBy(problems, (problem) => problem.file)) {
    for (const each of found.slice(0, maxShownProblems))
      console.error(prefix + describeProblem(each))
    const more = found.length - maxShownProblems
    if (more > 0) console.error(`… and ${more} more in ${file}`)
  }
}

type Rest = Pick<Import, 'batches' | 'problems'>
type Reads = {
  /** Returns null when nothing is to be written. */
  readonly read: (db: PlanDatabase) => Promise<Rest | null>
  readonly readAgain: (db: PlanDatabase) => Promise<Rest>
}

/**
 * Executes the batches of `read`, and returns whether there was something to execute. When a
 * connection breaks, the database may or may not have applied the batch. A batch fails when staff
 * change one of its plans meanwhile. Then the import is computed again, and its missing part is
 * executed. Throws when the files have problems by then. The first transaction also writes `record`.
 */
export async function applyBatches(inShop: InShop, record: AuditEntry, { read, readAgain }: Reads) {
  let isWriting = false
  try {
    return await inShop(async (db) => {
      const found = await read(db)
      isWriting = true
      return found !== null && execute(db, found, record)
    })
  } catch (error) {
    if (!isWriting) throw error
    console.error(error instanceof Error ? error.message : error)
    console.error(
      'The import was interrupted. Comparing the database with the files, to write the missing rows.',
    )
    return inShop(async (db) => {
      const rest = await readAgain(db)
      if (rest.problems.length > 0)
        throw new Error(
          `The files no longer match the database.\n${rest.problems.map(describeProblem).join('\n')}`,
          { cause: error },
        )
      return execute(db, rest, record)
    })
  }
}

async function execute(db: PlanDatabase, { batches }: Rest, record: AuditEntry) {
  for (const [index, batch] of batches.entries())
    await db.batch(index === 0 ? [...batch, insertCommandAudit(db, record)] : batch)
  return true
}
