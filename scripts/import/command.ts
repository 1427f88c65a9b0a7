import { parseArgs } from 'node:util'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Target } from '../d1.ts'
import type { SourceFile } from './catalogue.ts'
import { describeProblem } from './table.ts'
import type { Problem } from './table.ts'

/** More than this nobody reads at once; the rest is counted. */
const shownAtMost = 50

/** `FILE … [--persist-to DIR | --remote]`: what to import, and into which database. */
export function importArguments(): { paths: string[]; target: Target } {
  const { values, positionals } = parseArgs({
    options: {
      'persist-to': { type: 'string', default: '.wrangler/state' },
      remote: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const target: Target = values.remote
    ? { remote: true }
    : { remote: false, persistTo: values['persist-to'] }
  return { paths: positionals, target }
}

export async function readSources(paths: readonly string[]): Promise<SourceFile[]> {
  if (paths.length === 0) throw new Error('Name the CSV file to import, after `--`.')
  return Promise.all(
    paths.map(async (path) => ({ name: basename(path), text: await readFile(path, 'utf8') })),
  )
}

/** Tells what is wrong; whether the import may go on. */
export function report(problems: readonly Problem[], warnings: readonly Problem[]): boolean {
  tell(warnings, 'warning: ')
  tell(problems, '')
  if (problems.length === 0) return true
  console.error(`${problems.length} problems; nothing was imported.`)
  process.exitCode = 1
  return false
}

function tell(problems: readonly Problem[], prefix: string): void {
  for (const each of problems.slice(0, shownAtMost)) console.error(prefix + describeProblem(each))
  if (problems.length > shownAtMost) console.error(`… and ${problems.length - shownAtMost} more`)
}
