import type { DraftRenderer } from '../office/office-context.tsx'
import { createApp } from '../app.ts'
import { localBackend } from '../serve-operations.ts'
import type { StorefrontConfig } from '../storefront-settings.ts'
import type { KeyValueStore } from '../context.ts'
import { ok } from '../kit/result.shared.ts'
import { localApi } from './api/api-client.ts'

/** Renders pages of the shop over answers of the API that contain a draft. */
export function createDraftRenderer(config: StorefrontConfig): DraftRenderer {
  return async (path, change, { env, executionCtx }) => {
    // A draft must not enter a cache of pages or dictionaries.
    const app = createApp({
      config,
      versions: null,
      connect: (c) => async (name, input, options) => {
        const answer = await localApi(localBackend, c)(name, input, options)
        const changed = change(name, input, answer.ok ? answer.value : null)
        return changed ? ok(changed) : answer
      },
    })
    const request = new Request(config.SITE_ORIGIN + path)
    return app.fetch(request, { ...env, CACHE: noCache }, executionCtx)
  }
}

/** A store that stays empty. */
const noCache: KeyValueStore = { get: async () => null, put: async () => undefined }
