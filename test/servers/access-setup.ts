import type { TestProject } from 'vitest/node'
import { startAccess } from './cloudflare-access.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly access: string
  }
}

export default async function serveAccess(project: TestProject): Promise<() => Promise<void>> {
  const { origin, close } = await startAccess()
  project.provide('access', origin)
  return close
}
