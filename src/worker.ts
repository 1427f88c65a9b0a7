import { env } from 'cloudflare:workers'
import { createApp } from './app.ts'
import { backend, isPublic } from './backend/backend.ts'
import { runScheduledJobs } from './backend/scheduled-jobs.ts'
import type { Bindings } from './config/bindings.ts'
import { backendConfig } from './config/backend-config.ts'
import { parseConfig } from './config/storefront-config.ts'
import { withRetry, withTimeout } from './api/retry.ts'

// Parsed at start-up, so that a bad setting fails the deploy and not the first request.
const config = parseConfig(env)
const { API_BASE_URL } = config
if (API_BASE_URL === null) backendConfig(env)
const remote = withRetry(withTimeout((request) => fetch(request)))

const app = createApp({
  config,
  connect: (c) =>
    API_BASE_URL === null
      ? {
          origin: 'https://backend.invalid',
          fetch: async (request) =>
            backend.fetch(request, { ...c.env, isInProcess: true }, c.executionCtx),
        }
      : { origin: API_BASE_URL, fetch: remote },
})

export default {
  /** The embedded backend serves webhooks and development tools; the storefront serves the rest. */
  async fetch(request, bindings, context) {
    const isForBackend = API_BASE_URL === null && isPublic(new URL(request.url).pathname, config)
    return isForBackend
      ? backend.fetch(request, bindings, context)
      : app.fetch(request, bindings, context)
  },
  async scheduled(_, bindings) {
    if (API_BASE_URL === null) await runScheduledJobs(bindings, new Date())
  },
} satisfies ExportedHandler<Bindings>
