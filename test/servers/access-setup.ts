import type { TestProject } from 'vitest/node'
import { startAccess } from './cloudflare-access.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly access: string
    /**
     * A second server, so that a new key does not refuse the tokens of tests that run meanwhile.
     */
    readonly rotatedAccess: string
  }
}

export default async function serveAccess(project: TestProject): Promise<() => Promise<void>> {
  const [access, rotated] = await Promise.all([startAccess(), startAccess()])
  project.provide('access', access.origin)
  project.provide('rotatedAccess', rotated.origin)
  return async () => void (await Promise.all([access.close(), rotated.close()]))
}
