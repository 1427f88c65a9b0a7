import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, resolve } from 'node:path'

const binaries = resolve('node_modules/.bin')
const oldestNode = 24

/** Runs `npm ci` unless node_modules already has the packages of package-lock.json. */
export async function installMissing() {
  if (!(await isInstalled())) {
    console.log('Installing dependencies …')
    await run('npm', ['ci', '--loglevel=error'])
  }
  if (!existsSync(resolve(binaries, 'node')) && parseInt(process.versions.node) < oldestNode) {
    console.error(
      `npm could not install Node ${oldestNode} for this platform. Install Node ${oldestNode} or newer from nodejs.org, then run the command again.`,
    )
    process.exit(1)
  }
}

async function isInstalled() {
  const listed = await packagesIn('package-lock.json')
  // npm writes this file when it has finished an installation.
  const installed = await packagesIn('node_modules/.package-lock.json').catch(() => ({}))
  return Object.entries(listed).every(
    ([path, { version, optional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      // npm skips optional packages for other platforms.
      (optional && !(path in installed)),
  )
}

async function packagesIn(lockFile) {
  return JSON.parse(await readFile(lockFile, 'utf8')).packages
}

/**
 * Runs a command in this terminal and exits with its code if it fails. `node` is the pinned Node
 * where npm could install it, otherwise the running Node.
 */
export async function run(command, args) {
  const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` }
  const child = spawn(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  // Ctrl-C must reach the command, which shuts down on its own.
  const forward = (signal) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const watch = watchShell(() => child.kill('SIGTERM'))
  const code = await new Promise((resolveCode) => {
    child.on('close', resolveCode).on('error', (error) => {
      console.error(error.message)
      resolveCode(1)
    })
  })
  clearInterval(watch)
  process.off('SIGINT', forward).off('SIGTERM', forward)
  if (code !== 0) process.exit(code ?? 1)
}

/**
 * Calls `end` when the shell has ended in which npm runs a script. SIGTERM to npm ends this shell,
 * and most shells do not forward the signal to the command.
 */
function watchShell(end) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const shell = process.ppid
  return setInterval(() => process.ppid !== shell && end(), 500)
}
