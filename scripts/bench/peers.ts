import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { D1Calls } from './d1-calls.ts'
import { startBuilt } from './workerd.ts'
import type { Workerd } from './workerd.ts'

const run = promisify(execFile)
const folder = 'bench/peers/react-router'

/** Installs React Router, unless it is installed, and builds its app. */
export async function buildPeer(): Promise<void> {
  const options = { cwd: folder }
  if (!existsSync(`${folder}/node_modules`)) await run('npm', ['install'], options)
  await run('npm', ['run', 'build'], options)
}

/** The path of the page that makes the same calls, or of the one with 200 links and no data. */
export function peerPath(calls: D1Calls): string {
  return calls.length === 0 ? '/' : '/rows'
}

/** Starts React Router's app over the database of a data folder. */
export async function startPeer(dataFolder: string, calls: D1Calls): Promise<Workerd> {
  return startBuilt(`${folder}/dist/server`, dataFolder, { CALLS: JSON.stringify(calls) })
}
