import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { backend } from '../../src/backend.ts'
import { localApi } from '../../src/site/api/api-client.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { createIsolate } from '../support/cached-shop.ts'
import { insertHostileContent } from './hostile-content.ts'

beforeAll(async () => {
  await insertHostileContent()
  await env.DB.batch([env.DB.prepare(`INSERT INTO places (place) VALUES ('ru'), ('ru/mow')`)])
})
beforeEach(async () => {
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name)
})

/** A new isolate whose API answers while the test has it open, and fails when the test says so. */
function slowShop() {
  const api = { ...Promise.withResolvers<void>(), failing: '' }
  const visit = createIsolate({
    connect:
      (c) =>
      async (...call) => {
        await api.promise
        if (api.failing === call[0]) throw new Error('on purpose')
        return localApi(backend, c)(...call)
      },
  })
  return { api, visit, open: async (path: string) => visit(path, { isOpen: true }) }
}

/** Reads up to a text. Returns it with a function that reads the rest. */
async function readUntil(text: string, { body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const readOn = async (isEnough: (html: string) => boolean) => {
    let html = ''
    while (!isEnough(html)) {
      const { done = true, value = '' } = (await reader?.read()) ?? {}
      html += value
      if (done) break
    }
    return html
  }
  const start = await readOn((html) => html.includes(text))
  return { start, readRest: async () => readOn(() => false) }
}

/** Pages whose status depends on the list of countries. */
const placePages = ['/esim/countries/tr', '/ru/esim/countries/tr?traffic=10', '/esim/regions/ru']

it.each([
  '/ru',
  '/esim/countries',
  '/esim/tariffs',
  '/esim/tariffs?traffic=10',
  '/klientam/questions-and-answers',
  '/blog',
  '/feedback',
  '/about',
  '/esim/region',
  '/esim/trip',
  '/esim/check',
  ...placePages,
])('sends the heading of %s before the API answers, and the rest in order', async (path) => {
  const { api, visit, open } = slowShop()
  if (placePages.includes(path)) {
    api.resolve()
    const locale = path.startsWith('/ru/') ? '/ru' : ''
    // The first visit reads the version, and the second the list of this version.
    for (const search of ['a', 'b']) await visit(`${locale}/esim/countries?search_string=${search}`)
    Object.assign(api, Promise.withResolvers<void>())
  }
  const response = await open(path)
  expect(response.status).toBe(200)
  const { start, readRest } = await readUntil('</h1>', response)
  expect(start).toMatch(/^<!DOCTYPE html><html lang=.*<\/head><body.*<header.*<main/s)
  expect(start).not.toContain('<footer')
  api.resolve()
  const html = start + (await readRest())
  expect(html).toMatch(/<\/main>.*<footer.*<\/footer>.*<\/body><\/html>$/s)
  expect(html).not.toMatch(
    /late-part|"empty" role="status"|<script(?![^>]*(?: src=| type="application\/ld\+json"))/,
  )
  expect(await (await visit(path)).text()).toBe(html)
})

it('sends the parts so far to every visitor of a page that is being rendered', async () => {
  const { api, open } = slowShop()
  const pages = []
  for (const _ of ['first', 'second', 'third'])
    pages.push(await readUntil('</h1>', await open('/blog')))
  api.resolve()
  const ends = await Promise.all(pages.map(async ({ readRest }) => readRest()))
  expect(new Set(pages.map(({ start }) => start)).size).toBe(1)
  expect(new Set(ends).size).toBe(1)
  expect(ends[0]).toContain('</html>')
})

it('stores a page although its visitor has left', async () => {
  const { api, visit, open } = slowShop()
  await (await open('/blog')).body?.cancel()
  api.resolve()
  await vi.waitFor(async () => expect((await visit('/blog')).headers.has('ETag')).toBe(true))
})

it('ends a page that fails after its start with a message and a link, and does not store it', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { api, visit, open } = slowShop()
  const { readRest } = await readUntil('</h1>', await open('/esim/tariffs'))
  api.failing = 'tariffsMarketplace'
  api.resolve()
  const rest = await readRest()
  const words = wordsOf('en')
  expect(rest).toContain(`role="status">${words('errors.dataFailed')}<`)
  expect(rest).toContain(`<a href="/esim/tariffs">${words('errors.retry')}</a>`)
  expect(rest).toMatch(/<\/main>.*<footer.*<\/body><\/html>$/s)
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)))
  log.mockRestore()
  expect(lines).toMatchObject([{ event: 'unexpected-error', route: '/esim/tariffs' }])
  expect((await visit('/esim/tariffs')).headers.get('ETag')).toBeNull()
})
