import { importSubject } from '../../src/plans/apply-import.ts'
import { auditSql } from '../../src/api/audit.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { commandStaff } from '../staff/command-context.ts'
import { applyBatches, withDatabase } from './apply-batches.ts'
import { createShop, openShop } from '../database/d1.ts'
import type { Database } from '../database/d1.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { describeProblem } from '../../src/plans/read-csv.ts'
import type { Problem, SourceFile } from '../../src/plans/read-csv.ts'
import { parseCommand } from '../command/parse-command.ts'
import { readSource } from './read-source.ts'

export type Import = {
  readonly problems: readonly Problem[]
  /** Problems that do not prevent the import. */
  readonly warnings: readonly Problem[]
  /** Reasons to suspect a mistake in the files. Files with risks are imported only with `--yes`. */
  readonly risks: readonly string[]
  /** The changes of the import, as lines. */
  readonly difference: readonly string[]
  /** One list of statements per transaction. Empty when the database already has all rows. */
  readonly batches: readonly (readonly string[])[]
}

/** `mayCreate`: the command accepts `--create`, which creates a shop in a folder that has none. */
type ImportOptions = { readonly mayCreate?: boolean }

type ReadImport = (files: readonly SourceFile[], database: Database) => Promise<Import>

const maxShownProblems = 50

/**
 * Runs an import command, `FILE … [--dry-run] [--yes] [--persist-to DIR | --remote]`. Prints all
 * problems of the files, and imports the files only if there are none. Sets exit code 1 on any
 * failure.
 */
export async function runImport(
  usage: string,
  read: ReadImport,
  { mayCreate = false }: ImportOptions = {},
): Promise<void> {
  await exitOnError(async () => {
    const { paths, target, isNew, isDryRun, isConfirmed } = importArguments(usage)
    if (isNew && !mayCreate) throw new Error(`--create has no effect. Remove it.\n${usage}`)
    const sources = await Promise.all(paths.map(readSource))
    const files = sources.map(({ file }) => file)
    const encodings = sources.flatMap(({ encoding }) => encoding ?? [])
    const open = () => (isNew ? createShop(target) : openShop(target))
    const readShop = (database: Database) => read(files, database)
    const { problems, warnings, risks, difference, batches } = await withDatabase(open, readShop)
    if (!report([...encodings, ...problems], warnings)) return
    for (const line of difference) console.log(line)
    if (risks.length > 0 && !isConfirmed) return refuse(risks)
    if (isDryRun) return console.log('Dry run: nothing was imported.')
    const names = files.map(({ name }) => name).join(', ')
    await applyBatches(open, { batches, record: auditOf(names) }, readShop)
    console.log(
      batches.length === 0 ? 'Nothing was imported: the shop already has all rows.' : 'Imported.',
    )
  })
}

/** Returns statements that record the import once. */
function auditOf(file: string): readonly string[] {
  return auditSql({
    id: secretID(),
    at: new Date().toISOString(),
    staff: commandStaff(),
    action: 'import',
    subject: importSubject,
    details: { file },
  })
}

function refuse(risks: readonly string[]): void {
  for (const risk of risks) console.error(`suspicious: ${risk}`)
  console.error('Nothing was imported. If the files are correct, add --yes.')
  process.exitCode = 1
}

function importArguments(usage: string) {
  const { values, positionals } = parseCommand(usage, {
    options: { ...targetFlags, ...importFlags, create: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (positionals.length === 0) throw new Error(`Name a FILE.\n${usage}`)
  if (values.create && values.remote)
    throw new Error('--create has no effect with --remote. Remove one of them.')
  return {
    paths: positionals,
    target: targetOf(values),
    isNew: values.create,
    isDryRun: values['dry-run'],
    isConfirmed: values.yes,
  }
}

export const importFlags = {
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const

function report(problems: readonly Problem[], warnings: readonly Problem[]): boolean {
  print(warnings, 'warning: ')
  print(problems, '')
  if (problems.length === 0) return true
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  console.error(`${count}. Nothing was imported.`)
  process.exitCode = 1
  return false
}

/** Prints the first problems of each file, because the next file may have other problems. */
function print(problems: readonly Problem[], prefix: string): void {
  for (const [file, found] of Map.groupBy(problems, (problem) => problem.file)) {
    for (const each of found.slice(0, maxShownProblems))
      console.error(prefix + describeProblem(each))
    const more = found.length - maxShownProblems
    if (more > 0) console.error(`… and ${more} more in ${file}`)
  }
}
