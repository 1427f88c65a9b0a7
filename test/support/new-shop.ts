import { reset } from 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, vi } from 'vitest'
import { resetOwnModules } from './own-modules.ts'
import { hashQuickly } from './quick-hashes.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[]
    }
  }
}

// Runs before each test file, because files share a runtime but must not share data or module
// state. `reset` skips stores that workerd has unloaded after ten idle seconds, so they are loaded
// first.
await Promise.all([
  env.DB.prepare('SELECT 1').run(),
  env.CACHE.list(),
  env.UPLOADS.list(),
  caches.default.match('https://shop.example/'),
])
await reset()
resetOwnModules()
await env.DB.batch(
  env.MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))),
)
hashQuickly()

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
