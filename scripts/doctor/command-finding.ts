import type { CommandFinding } from '../../src/backend/doctor/finding.ts'

/** An error about files of this folder, so only a command can find it. */
export function error(problem: string, remedy: string): CommandFinding {
  return { level: 'error', problem, remedy }
}

/** `1 plan`, `3 plans` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
