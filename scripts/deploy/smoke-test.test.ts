import { afterEach, expect, it } from 'vitest'
import { startLocalServer, type LocalServer } from '../test/local-server.ts'
import { smokeTest } from './smoke-test.ts'

type Answers = { readonly [path: string]: readonly [status: number, type: string, body: string] }

const good: Answers = {
  '/healthz': [200, 'text/plain', 'ok'],
  '/healthz/ready': [200, 'application/json', '{"status":"ready"}'],
  '/': [200, 'text/html; charset=UTF-8', '<html></html>'],
  '/esim/countries': [200, 'text/html; charset=UTF-8', '<html></html>'],
  '/login': [200, 'text/html; charset=UTF-8', '<html></html>'],
  '/esim/countries?search_string=a': [200, 'text/html; charset=UTF-8', '<html></html>'],
}
const once = { hasBackend: true, tries: 1, pause: 0 }
const servers: LocalServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** @param answersOf returns the responses of a round, counted from 1 */
async function shopWith(answersOf: (round: number) => Answers): Promise<string> {
  const counts = new Map<string, number>()
  const server = await startLocalServer(({ url = '' }, response) => {
    const round = (counts.get(url) ?? 0) + 1
    counts.set(url, round)
    const [status, type, body] = answersOf(round)[url] ?? [404, 'text/plain', '']
    response.writeHead(status, { 'Content-Type': type }).end(body)
  })
  servers.push(server)
  return server.origin
}

it('accepts a shop that works', async () => {
  expect(await smokeTest(await shopWith(() => good), once)).toEqual([])
})

it.each([
  [
    '/healthz/ready',
    [503, 'application/json', '{"status":"late"}'],
    'returned 503: {"status":"late"}',
  ],
  ['/esim/countries', [500, 'text/html', 'It failed'], 'returned 500: It failed'],
  ['/', [200, 'text/html', 'Hello World!'], 'returned unexpected content: Hello World!'],
  ['/healthz', [200, 'text/html', 'ok'], 'returned unexpected content: ok'],
] as const)('reports %s', async (path, answer, problem) => {
  const origin = await shopWith(() => ({ ...good, [path]: answer }))
  expect(await smokeTest(origin, once)).toEqual([`${path} ${problem}`])
})

it('reports a release that fails while visitors get stored pages of the release before', async () => {
  const failed = [500, 'text/html; charset=UTF-8', 'Server Error'] as const
  const release = { ...good, '/login': failed, '/esim/countries?search_string=a': failed }
  expect(await smokeTest(await shopWith(() => release), once)).toEqual([
    '/login returned 500: Server Error',
    '/esim/countries?search_string=a returned 500: Server Error',
  ])
})

it('waits until the new version responds everywhere', async () => {
  const starting = { ...good, '/': [404, 'text/plain', 'error code: 1042'] } as const
  const origin = await shopWith((round) => (round < 3 ? starting : good))
  expect(await smokeTest(origin, { ...once, tries: 2 })).toEqual([
    '/ returned 404: error code: 1042',
  ])
  expect(await smokeTest(origin, { ...once, tries: 2 })).toEqual([])
})

it('checks only the pages of a shop over another server', async () => {
  const { '/healthz/ready': _, ...pages } = good
  expect(await smokeTest(await shopWith(() => pages), { ...once, hasBackend: false })).toEqual([])
})

it('reports a shop that does not answer', async () => {
  const origin = await shopWith(() => good)
  await servers[0]?.close()
  expect(await smokeTest(origin, once)).toHaveLength(6)
})
