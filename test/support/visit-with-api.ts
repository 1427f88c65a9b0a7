import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { remoteApi } from '../../src/site/api/remote-api.ts'
import { createApp } from '../../src/app.ts'
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
  const app = createApp({
    config: parseConfig({ ...env, ...settings }),
    connect: () => remoteApi({ fetch, origin: 'https://api.invalid' }),
    pageCache: null,
    now,
  })
  const context = createExecutionContext()
  const response = await app.fetch(requestOf(path, init, at), env, context)
  await waitOnExecutionContext(context)
  return response
}
