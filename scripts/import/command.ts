import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openReadyDatabase } from './d1.ts'
import type { Database, Target } from './d1.ts'
import { describeProblem } from './read-csv.ts'
import type { Problem, SourceFile } from './read-csv.ts'

/** What the files hold: everything wrong with them, and the statements that import them. */
export type Import = {
  readonly problems: readonly Problem[]
  /** Worth a look, but imported. */
  readonly warnings: readonly Problem[]
  readonly statements: readonly string[]
  /** What was imported, when it was. */
  readonly done: string
}

/** More than this nobody reads at once; the rest is counted. */
const shownAtMost = 50

/**
 * Runs an import command, `FILE … [--persist-to DIR | --remote]`: reads the files, tells what is wrong, and puts all of them into the
 * database or none. Sets exit code 1 on any failure.
 */
export async function runImport(
  read: (files: readonly SourceFile[], database: Database) => Promise<Import>,
): Promise<void> {
  try {
    const { paths, target } = importArguments()
    const sources = await Promise.all(paths.map(readSource))
    const files = sources.filter((source) => !('line' in source))
    const broken = sources.filter((source) => 'line' in source)
    if (!report(broken, [])) return
    const database = await openReadyDatabase(target)
    try {
      const { problems, warnings, statements, done } = await read(files, database)
      if (!report(problems, warnings)) return
      await database.execute(statements)
      console.log(done)
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

function importArguments() {
  const { values, positionals } = parseArgs({ options: targetFlags, allowPositionals: true })
  if (positionals.length === 0) throw new Error('Name the CSV file to import, after `--`.')
  return { paths: positionals, target: targetOf(values) }
}

/** How a command is told which database it is about. */
export const targetFlags = {
  'persist-to': { type: 'string' },
  remote: { type: 'boolean', default: false },
} as const

export function targetOf(values: {
  readonly 'persist-to'?: string
  readonly remote: boolean
}): Target {
  const folder = values['persist-to']
  if (values.remote && folder !== undefined)
    throw new Error('--remote is the production database, --persist-to a local one: give one.')
  return values.remote
    ? { remote: true }
    : { remote: false, persistTo: folder ?? '.wrangler/state' }
}

/** A path is meant from where npm was called. Text that is not UTF-8 is refused: read as if it were, its letters would be lost. */
async function readSource(path: string): Promise<SourceFile | Problem> {
  const name = basename(path)
  const bytes = await readFile(resolve(process.env['INIT_CWD'] ?? '.', path)).catch(() => null)
  if (bytes === null) throw new Error(`${path} cannot be read.`)
  if (isUtf8(bytes)) return { name, text: bytes.toString() }
  const lines = bytes.toString('latin1').split('\n')
  const wrong = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
  return { file: name, line: wrong + 1, column: 1, name: '', text: 'is not UTF-8: save it as such' }
}

/** Tells what is wrong; whether the import may go on. */
function report(problems: readonly Problem[], warnings: readonly Problem[]): boolean {
  tell(warnings, 'warning: ')
  tell(problems, '')
  if (problems.length === 0) return true
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  console.error(`${count}; nothing was imported.`)
  process.exitCode = 1
  return false
}

function tell(problems: readonly Problem[], prefix: string): void {
  for (const each of problems.slice(0, shownAtMost)) console.error(prefix + describeProblem(each))
  if (problems.length > shownAtMost) console.error(`… and ${problems.length - shownAtMost} more`)
}
