import type { CommandFinding } from '../../src/office/finding.ts'

/** Returns an error about files of this folder, which only a command can find. */
export function error(problem: string, remedy: string): CommandFinding {
  return { level: 'error', problem, remedy }
}

/** Returns `1 plan` or `3 plans`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
