import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { localApi } from '../../src/site/api/api-client.ts'
import { remoteApi } from '../../src/site/api/remote-api.ts'
import { createApp } from '../../src/app.ts'
import { backend } from '../../src/backend.ts'
import { parseConfig } from '../../src/storefront-settings.ts'
import { ContentVersion } from '../../src/site/content-version.ts'
import type { VersionOptions } from '../../src/site/content-version.ts'
import type { ApiConnector } from '../../src/site/provide-api.ts'
import { servePages } from '../../src/site/serve-page.ts'
import { origin } from './visit.ts'

type Isolate = {
  /** Answers API calls. The default is the embedded backend. */
  readonly fetch?: Fetch
  /**
   * Returns the functions that call the API. Called once per visit. By default they use `fetch`.
   */
  readonly connect?: ApiConnector
  /** The colo's cache. By default the isolate has only its memory. */
  readonly colo?: Cache
  /** Reads the content version. The default is the version in `state`. */
  readonly readVersion?: VersionOptions['readVersion']
  /** Bindings that replace the tests' bindings. */
  readonly bindings?: Partial<typeof env>
  /** The clock and the content version, which a test may change. */
  readonly state?: { now: number; version: string }
}

/** `isOpen` returns the response before its end. */
type VisitInit = RequestInit & { readonly isOpen?: boolean }

/**
 * Creates a storefront with a separate page cache, as in a new isolate. Returns functions that
 * visit it.
 */
export function createIsolate({
  fetch,
  connect = (c) =>
    fetch ? remoteApi({ fetch, origin: 'https://api.invalid' }) : localApi(backend, c),
  colo,
  bindings = {},
  state = { now: 0, version: '1' },
  readVersion = async () => state.version,
}: Isolate = {}) {
  const now = () => state.now
  const config = parseConfig(env)
  const versions = { version: new ContentVersion(now), readVersion }
  const app = createApp({ config, connect, versions, now })
  const pages = servePages({
    ...config,
    storage: { ...versions, colo: colo ?? null, staleFor: 600_000 },
    load: async () => ({ ...app, render: app.fetch, countDemand: async () => undefined }),
    now,
  })
  return async (path: string, { isOpen = false, ...init }: VisitInit = {}): Promise<Response> => {
    const context = createExecutionContext()
    const request = new Request(new URL(path, origin), { redirect: 'manual', ...init })
    const used = { ...env, ...bindings }
    const response =
      pages.fromMemory(request, used, context) ?? (await pages.fetch(request, used, context))
    if (isOpen) onTestFinished(async () => waitOnExecutionContext(context))
    else await waitOnExecutionContext(context)
    return response
  }
}
