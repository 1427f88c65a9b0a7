import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether `apt-get install` works on this machine. */
export const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0

/**
 * Installs the packages of programs that are missing, from `{ '/usr/bin/chromium': 'chromium' }`.
 * Throws when apt-get fails. `advice` is the remedy in the error.
 */
export function installDebianPackages(
  packages: { readonly [program: string]: string },
  advice: string,
  options: readonly string[] = [],
): void {
  const missing = Object.entries(packages).filter(([program]) => !existsSync(program))
  if (missing.length === 0) return
  run('apt-get', ['update', '-qq'], advice)
  run('apt-get', ['install', '-y', '-qq', ...options, ...missing.map(([, name]) => name)], advice)
}

/** Runs an installer without its output. */
export function run(command: string, args: readonly string[], advice: string): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed. ${advice}`)
}
