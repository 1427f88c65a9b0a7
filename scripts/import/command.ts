import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Target } from '../d1.ts'
import type { SourceFile } from './catalogue.ts'
import { describeProblem } from './table.ts'
import type { Problem } from './table.ts'

/** More than this nobody reads at once; the rest is counted. */
const shownAtMost = 50

export function importTarget(flags: { remote: boolean; 'persist-to': string }): Target {
  return flags.remote ? { remote: true } : { remote: false, persistTo: flags['persist-to'] }
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
