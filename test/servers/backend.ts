import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly backendOrigin: string
  }
}

/** What `npm run backend` starts, on a free port with fresh data, for as long as the tests run. */
export default async function startBackend(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  const port = await freePort()
  const child = spawn(
    'node',
    ['scripts/start/backend.ts', '--port', String(port), '--persist-to', folder],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SHOP_SETTINGS: 'sample' },
    },
  )
  let output = ''
  const isReady = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('The API')) resolve()
      })
    child.on('exit', (code) => reject(new Error(`the backend ended with ${code}:\n${output}`)))
  })
  await isReady
  project.provide('backendOrigin', `http://localhost:${port}`)
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
