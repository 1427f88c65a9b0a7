import { env } from 'cloudflare:workers'
import type { RouterRoute } from 'hono/types'
import { expect, it } from 'vitest'
import { createOffice } from '../src/office/app.ts'
import { apiError } from '../src/site/api/api-result.ts'
import { createApp } from '../src/app.ts'
import { createBackend } from '../src/backend.ts'
import { parseConfig } from '../src/storefront-settings.ts'
import { pages } from '../src/routes.ts'
import type { Page } from '../src/site/page.ts'
import { locales, pathInLocale } from '../src/words/locales.shared.ts'
import { officePages } from '../src/words/office-paths.ts'

type Target = 'param' | 'query' | 'body'
type AnyRoute = Pick<RouterRoute, 'method' | 'path' | 'handler'>
type Route = { readonly name: string; readonly needs: Target[]; readonly has: Target[] }

const unusedRenderer = async () => new Response()
const storefront = createApp({
  config: parseConfig(env),
  connect: () => async () => apiError(502),
  versions: null,
})
const loaded = await Promise.all(Object.values(pages).map(async (load): Promise<Page> => load()))
/** The routes of pages have one handler, which loads and runs these. */
const pageRoutes = loaded.flatMap(({ path, guards, get, post }) =>
  Object.entries({ GET: get, ...(post && { POST: post }) }).flatMap(([method, handlers]) =>
    [...guards, ...handlers].map((handler) => ({ method, path, handler })),
  ),
)
const pagePaths = locales.flatMap((locale) => loaded.map(({ path }) => pathInLocale(locale, path)))
const apps = {
  storefront: [...storefront.routes.filter(({ path }) => !pagePaths.includes(path)), ...pageRoutes],
  backend: createBackend().routes,
  'back office': createOffice(unusedRenderer).routes,
}

/**
 * Routes that read no body, or whose body is validated by the sender's own signature and schema.
 */
const withoutBody = [
  'POST /admin/sign-out',
  'POST /callbacks/payment/:provider',
  'POST /callbacks/supplier/:supplier',
  'POST /callbacks/mail/:carrier',
]

it.each(Object.entries(apps))('validates parameters and bodies of the %s', async (_, routes) => {
  const found = await routesOf(routes)
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ needs, has }) => needs.some((each) => !has.includes(each)))).toEqual([])
})

it('validates the query of every page of the back office', async () => {
  const pages = (await routesOf(apps['back office'])).filter(({ name }) => name.startsWith('GET'))
  expect(pages.filter(({ has }) => !has.includes('query'))).toEqual([])
})

it('serves every address of the back office', () => {
  const served = new Set(apps['back office'].map(({ path }) => path))
  expect(Object.values(officePages).filter(({ path }) => !served.has(path))).toEqual([])
})

/** Returns the routes of an app, without middleware that covers several routes. */
async function routesOf(routes: readonly AnyRoute[]): Promise<readonly Route[]> {
  const handlers = routes.filter(({ method }) => method !== 'ALL')
  const groups = Map.groupBy(handlers, ({ method, path }) => `${method} ${path}`)
  return Promise.all(
    Array.from(groups, async ([name, group]) => {
      const needs: Target[] = name.includes(':') ? ['param'] : []
      if (!name.startsWith('GET') && !withoutBody.includes(name)) needs.push('body')
      const targets = await Promise.all(group.map(async ({ handler }) => targetOf(handler)))
      return { name, needs, has: targets.filter((target) => target !== null) }
    }),
  )
}

/**
 * Returns what a handler validates, because the validator reads it first. Returns null for other
 * handlers.
 */
async function targetOf(handler: RouterRoute['handler']): Promise<Target | null> {
  // A page validates the form that it chooses by the fields: `storefront/posted-forms.test.ts`.
  if (handler.name === 'handleForm') return 'body'
  // The schema of an operation checks its input, over HTTP and in process.
  if (handler.name === 'answerOperation') return 'body'
  if (!String(handler).includes('addValidatedData')) return null
  const read = new Set<Target>()
  const input = (target: Target) => () => {
    read.add(target)
    return {}
  }
  const req = { header: () => undefined, param: input('param'), queries: input('query') }
  // Only the response to invalid input needs a complete context.
  const context: unknown = { req: { ...req, addValidatedData: () => undefined } }
  const answer: unknown = Reflect.apply(handler, undefined, [context, () => undefined])
  await Promise.resolve(answer).catch(() => null)
  return [...read][0] ?? 'body'
}
