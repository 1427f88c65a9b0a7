import type { DraftRenderer } from '../office/office.tsx'
import { createApp } from '../app.ts'
import { backend } from '../backend.ts'
import type { StorefrontConfig } from '../storefront-settings.ts'
import type { KeyValueStore } from '../kit/key-value-store.ts'
import { inProcessOrigin, toInProcess } from './to-in-process.ts'

/** Renders pages of the shop over answers of the API that contain a draft. */
export function createDraftRenderer(config: StorefrontConfig): DraftRenderer {
  return async (path, change, { env, executionCtx }) => {
    // A draft must not enter a cache of pages or dictionaries.
    const app = createApp({
      config,
      pageCache: null,
      connect: (c) => ({
        origin: inProcessOrigin,
        fetch: async (request) =>
          change(request, await backend.fetch(request, toInProcess(c.env), c.executionCtx)),
      }),
    })
    const request = new Request(config.SITE_ORIGIN + path)
    return app.fetch(request, { ...env, CACHE: noCache }, executionCtx)
  }
}

/** A store that stays empty. */
const noCache: KeyValueStore = { get: async () => null, put: async () => undefined }
