import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, resolve } from 'node:path'

const stampFile = 'node_modules/.installed-from'
const binaries = resolve('node_modules/.bin')

/**
 * Installs unless node_modules is what package-lock.json says already. `npm install`, not `npm ci`: the lock file names the
 * binaries of the platforms it was made for, and other platforms add theirs.
 */
export async function installMissing() {
  const wanted = await lockHash()
  const installed = await readFile(stampFile, 'utf8').catch(() => '')
  if (installed === wanted) return
  console.log('Installing what is missing …')
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
  await writeFile(stampFile, await lockHash())
}

async function lockHash() {
  return createHash('sha256')
    .update(await readFile('package-lock.json'))
    .digest('hex')
}

/** Runs a TypeScript file by the pinned Node, the project's tools first in PATH; ends as it ends. */
export async function runPinned(file, args = []) {
  await run(resolve(binaries, 'node'), [file, ...args])
}

/** Runs a command with this terminal; a failure ends the whole. Ctrl-C reaches the command, which ends by itself. */
async function run(command, args) {
  const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` }
  const child = spawn(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const code = await new Promise((done) =>
    child.on('error', (error) => done(fail(error))).on('close', done),
  )
  process.off('SIGINT', pass).off('SIGTERM', pass)
  if (code !== 0) process.exit(code ?? 1)
}

function fail(error) {
  console.error(error.message)
  return 1
}
