import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { D1Calls } from './d1-calls.ts'
import { elementsOf } from './page-elements.ts'
import { startBuilt } from './lone-worker.ts'
import type { Workerd } from './workerd.ts'

const run = promisify(execFile)
const folder = 'bench/peers/react-router'

/** Builds React Router's app. Installs its packages first if they are missing. */
export async function buildPeer(): Promise<void> {
  const options = { cwd: folder }
  if (!existsSync(`${folder}/node_modules`)) await run('npm', ['install'], options)
  await run('npm', ['run', 'build'], options)
}

export const peerPaths = { samePage: '/page', links: '/' } as const

/**
 * Starts React Router's app over D1. Its page makes the same calls as the shop's page and renders
 * the same elements.
 */
export async function startPeer(d1: URL, calls: D1Calls, html: string): Promise<Workerd> {
  const page = await elementsOf(html)
  return startBuilt(`${folder}/dist/server`, d1, {
    CALLS: JSON.stringify(calls),
    PAGE: JSON.stringify(page),
  })
}
