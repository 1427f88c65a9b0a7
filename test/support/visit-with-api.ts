import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { remoteApi } from '../../src/site/api/remote-api.ts'
import { createApp } from '../../src/app.ts'
import { servePages } from '../../src/site/serve-page.ts'
import { parseConfig } from '../../src/storefront-settings.ts'
import { origin, requestOf } from './visit.ts'
import type { FormInit } from './visit.ts'

type Options = FormInit & {
  readonly settings?: { readonly [name: string]: string }
  /** The origin of the shop. */
  readonly at?: string
  readonly now?: () => number
}

export async function visitWithApi(
  path: string,
  fetch: Fetch,
  { settings = {}, at = origin, now = Date.now, ...init }: Options = {},
): Promise<Response> {
  const config = parseConfig({ ...env, ...settings })
  const app = createApp({
    config,
    connect: () => remoteApi({ fetch, origin: 'https://api.invalid' }),
    versions: null,
    now,
  })
  const context = createExecutionContext()
  const pages = servePages({
    ...config,
    storage: null,
    load: async () => ({ ...app, render: app.fetch, countDemand: async () => undefined }),
    now,
  })
  const response = await pages.fetch(requestOf(path, init, at), env, context)
  await waitOnExecutionContext(context)
  return response
}
