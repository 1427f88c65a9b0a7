import { applyD1Migrations, reset } from 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, vi } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[]
    }
  }
}

// Runs before each test file: files share a runtime, but neither data nor module state.
// `reset` skips stores that workerd has unloaded after ten idle seconds, so load them first.
await Promise.all([
  env.DB.prepare('SELECT 1').run(),
  env.CACHE.list(),
  env.UPLOADS.list(),
  caches.default.match('https://shop.example/'),
])
await reset()
vi.resetModules()
await applyD1Migrations(env.DB, env.MIGRATIONS)

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
