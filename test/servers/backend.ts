import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../scripts/test/local-server.ts'
import { copySampleData } from '../../scripts/test/sample-data.ts'
import { startServer } from '../fixtures/start-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly backendOrigin: string
  }
}

export default async function startBackend(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  await copySampleData(folder)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const flags = ['--port', port, '--persist-to', folder]
  const server = await startServer(['scripts/start/backend.ts', ...flags], origin)
  project.provide('backendOrigin', origin)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
