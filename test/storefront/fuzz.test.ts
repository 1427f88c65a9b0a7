import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { FaultMatrix } from '../fixtures/fault-matrix.ts'
import { pay, placeOrder, rows, signInCustomer, signInPartner } from '../support/small-shop.ts'
import { answer, origin, visit } from '../support/visit.ts'
import { planted } from '../support/hostile-values.ts'
import { fuzzRequest, known, routes, toRequest } from './fuzz-requests.ts'
import type { FuzzRequest } from './fuzz-requests.ts'
import { insertHostileContent } from './hostile-content.ts'

const { seed, runs: operationRuns } = inject('fuzz')
/** Three requests for pages for every two requests of the API's fuzz test. */
const runs = Math.round(operationRuns * 1.5)
/** Milliseconds. Even on a busy machine, only a response that hangs takes so long. */
const longestWait = 20_000

const matrix = new FaultMatrix('random requests for')
const samples = ['/', '/esim/countries', '/ru/esim/countries/tr', '/about', '/contacts', '/blog']
const clean = new Map<string, string>()

beforeAll(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await insertHostileContent()
  const customer = await signInCustomer()
  const partner = await signInPartner()
  known.customer = `esim.sessionID=${customer.sessionID}; esim.token=${customer.token}`
  known.partner = `refAppSessionID=${partner.sessionID}; refToken=${partner.token}`
  known.invoiceID = await placeOrder()
  await pay(known.invoiceID)
  const [esim] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
  known.hash = esim?.hash ?? ''
  for (const path of samples) clean.set(path, await bytesOf(path))
})
afterAll(() => matrix.print())

it(
  `answers ${runs} random requests safely`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fuzzRequest, async (given) => {
        const start = performance.now()
        const response = await answer(toRequest(given, origin))
        const body = await response.text()
        expect(performance.now() - start).toBeLessThan(longestWait)
        matrix.add(given.route, String(response.status))
        expectSafe(given, response, body)
      }),
      { numRuns: runs, seed },
    )
    console.log(`FUZZ_SEED=${seed} FUZZ_RUNS=${operationRuns}: ${runs} requests for pages`)
  },
  runs * 60,
)

it('serves the same bytes of public pages as before', async () => {
  for (const path of samples) expect([path, await bytesOf(path)]).toEqual([path, clean.get(path)])
})

it('covers every page', () => {
  expect(routes.length).toBeGreaterThan(40)
})

/** Leaves out times in milliseconds: a form has one, and the cache may have rendered it again. */
async function bytesOf(path: string): Promise<string> {
  const page = await (await visit(path)).text()
  return page.replaceAll(/\b\d{13}\b/g, '')
}

function expectSafe({ method }: FuzzRequest, response: Response, body: string): void {
  const { status, headers } = response
  const header = (name: string) => headers.get(name) ?? ''
  const isHTML = header('Content-Type').startsWith('text/html')
  const isReading = method === 'GET' || method === 'HEAD'
  expect({
    hasFailed: status >= 500,
    sniffing: header('X-Content-Type-Options'),
    hasPolicy: header('Content-Security-Policy').includes("default-src 'none'"),
    transport: header('Strict-Transport-Security'),
    isForOtherOrigins: headers.has('Access-Control-Allow-Origin'),
    hasReferrerPolicy: header('Referrer-Policy') !== '',
    hasType: body === '' || header('Content-Type') !== '',
    hasForgedHeader: header('X-Evil') !== '',
    hasPlantedTag: isHTML && body.includes(planted),
    leadsTo: new URL(header('Location'), origin).origin,
    isChangeStored: !isReading && header('Cache-Control').includes('public'),
  }).toEqual({
    hasFailed: false,
    sniffing: 'nosniff',
    hasPolicy: true,
    transport: 'max-age=31536000; includeSubDomains',
    isForOtherOrigins: false,
    hasReferrerPolicy: true,
    hasType: true,
    hasForgedHeader: false,
    hasPlantedTag: false,
    leadsTo: origin,
    isChangeStored: false,
  })
}
