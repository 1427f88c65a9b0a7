import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { messagesFor, nestFieldErrors } from '../../src/ui/form-errors.shared.ts'
import { withRetry, withTimeout } from '../../src/site/api/resilient-fetch.ts'
import { remoteApi } from '../../src/site/api/remote-api.ts'
import { createApiClient } from '../../src/site/api/api-client.ts'

let server: Server | undefined

afterEach(async () => {
  const open = server
  server = undefined
  if (open) await new Promise((done) => open.close(done))
})

async function listen(newServer: Server): Promise<string> {
  server = newServer
  await new Promise<void>((done) => newServer.listen(0, '127.0.0.1', done))
  const { port } = newServer.address() as AddressInfo // a TCP server has no other kind
  return `http://127.0.0.1:${port}`
}

function createClient(origin: string, timeout = 3000) {
  const fetchOnce = withTimeout((request) => fetch(request), timeout)
  return createApiClient({
    call: remoteApi({ fetch: withRetry(fetchOnce), origin }),
    locale: 'ru',
    requestId: 'request-1',
    clientAddress: '192.0.2.7',
  })
}

async function clientOfServer(answer: RequestListener) {
  return createClient(await listen(createServer(answer)))
}

async function clientOfSocket(act: (connection: Socket) => void, timeout?: number) {
  return createClient(
    await listen(
      createSocketServer((connection) =>
        connection.on('error', () => undefined).once('data', () => act(connection)),
      ),
    ),
    timeout,
  )
}

const errorWith = (status: number) =>
  expect.objectContaining({ ok: false, error: expect.objectContaining({ status }) })
const id = 'tr-10'

it('sends language, request id, client address and session with every call', async () => {
  const requests: Record<string, unknown>[] = []
  const client = await clientOfServer((request, response) => {
    requests.push({ url: request.url, ...request.headers })
    response.end('{"data":[]}')
  })
  await client.countries({ sortBy: '1' }, { session: { sessionID: 'a', token: 'b?' } })
  expect(requests).toMatchObject([
    {
      url: '/web-esim-countries?sortBy=1&lang=ru',
      'accept-language': 'ru',
      'x-request-id': 'request-1',
      'x-client-address': '192.0.2.7',
      authorization: `Bearer ${Buffer.from('a:b?').toString('base64url')}`,
    },
  ])
})

it.each([401, 403, 404, 409, 419, 500, 503])(
  'returns the status and message of a %i',
  async (status) => {
    const client = await clientOfServer((_, response) =>
      response.writeHead(status).end('{"error":"No"}'),
    )
    expect(await client.tariff({ id })).toMatchObject({
      ok: false,
      error: { status, message: 'No', fields: {} },
    })
  },
)

it('also reads the error text from the field message', async () => {
  const client = await clientOfServer((_, response) =>
    response.writeHead(409).end('{"message":"Taken"}'),
  )
  expect(await client.tariff({ id })).toMatchObject({ error: { status: 409, message: 'Taken' } })
})

it('nests the dotted field names of a 422', async () => {
  const client = await clientOfServer((_, response) =>
    response
      .writeHead(422)
      .end(JSON.stringify({ errors: { email: ['Bad'], 'card.number': ['Short', 'Wrong'] } })),
  )
  const answer = await client.tariff({ id })
  expect(answer).toMatchObject({ error: { status: 422 } })
  expect(!answer.ok && messagesFor(answer.error, 'card.number')).toEqual(['Short', 'Wrong'])
  expect(!answer.ok && messagesFor(answer.error, 'email')).toEqual(['Bad'])
  expect(!answer.ok && messagesFor(answer.error, 'email.more')).toEqual([])
})

it('drops field names that could pollute a prototype', () => {
  const errors = nestFieldErrors(
    JSON.parse(
      '{"__proto__.polluted":["x"],"constructor.prototype.polluted":["x"],"a.__proto__":["x"],"b":["y"]}',
    ),
  )
  expect(Object.keys(errors)).toEqual(['b'])
  expect({}).not.toHaveProperty('polluted')
  expect(nestFieldErrors({ [Array.from({ length: 7 }, () => 'a').join('.')]: ['deep'] })).toEqual(
    Object.create(null),
  )
})

it('returns 502 for a refused connection', async () => {
  const origin = await listen(createServer())
  await new Promise((done) => server?.close(done))
  server = undefined
  expect(await createClient(origin).tariff({ id })).toEqual(errorWith(502))
})

it('returns 502 for a reset connection and a non-HTTP response', async () => {
  const resetting = await clientOfSocket((connection) => connection.resetAndDestroy())
  expect(await resetting.tariff({ id })).toEqual(errorWith(502))
  await new Promise((done) => server?.close(done))
  const greeting = await clientOfSocket((connection) => connection.end('hello\r\n\r\n'))
  expect(await greeting.tariff({ id })).toEqual(errorWith(502))
})

it('returns 502 for a truncated body', async () => {
  const client = await clientOfSocket((connection) =>
    connection.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data":'),
  )
  expect(await client.tariff({ id })).toEqual(errorWith(502))
})

it('returns 504 when headers or body time out', async () => {
  const withoutHeaders = await clientOfSocket(() => undefined, 300)
  expect(await withoutHeaders.tariff({ id })).toEqual(errorWith(504))
  server = undefined
  const withoutBody = await clientOfSocket(
    (connection) => connection.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data":'),
    300,
  )
  expect(await withoutBody.tariff({ id })).toEqual(errorWith(504))
  server = undefined
})

it('returns 502 for HTML instead of JSON and for a body over 1 MB', async () => {
  const html = await clientOfServer((_, response) =>
    response.end('<!DOCTYPE html><title>Hello</title>'),
  )
  expect(await html.tariff({ id })).toEqual(errorWith(502))
  server = undefined
  const large = await clientOfServer((_, response) =>
    response.end(`{"data":"${'x'.repeat(1024 * 1024)}"}`),
  )
  expect(await large.tariff({ id })).toEqual(errorWith(502))
})

it('returns 502 for a response that breaks the contract and logs the field without its value', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const client = await clientOfServer((_, response) =>
    response.end(
      '{"data":[{"countryCode2Letters":"secret","title":"T","aliases":[],"priceFrom":null,"inStock":true}]}',
    ),
  )
  expect(await client.countries({})).toEqual(errorWith(502))
  const [line] = log.mock.calls[0] ?? []
  expect(line).toContain('data.0.countryCode2Letters')
  expect(line).not.toContain('secret')
  log.mockRestore()
})

it('retries once after a gateway error, and a POST only with an idempotency key', async () => {
  let calls = 0
  const client = await clientOfServer((_, response) => {
    calls += 1
    response.writeHead(calls === 1 ? 503 : 404).end('{}')
  })
  expect(await client.tariff({ id })).toEqual(errorWith(404))
  expect(calls).toBe(2)
  calls = 0
  expect(await client.invoicePayment({ invoiceID: 'x'.repeat(43) })).toEqual(errorWith(503))
  expect(calls).toBe(1)
  calls = 0
  const order = {
    tariffID: id,
    email: 'a@b.example',
    paymentOption: 'card-usd',
    consent: true,
    idempotencyKey: 'k'.repeat(43),
  } as const
  expect(await client.activation(order)).toEqual(errorWith(404))
  expect(calls).toBe(2)
})

it('cancels the body of a gateway error before the retry to free the connection', async () => {
  const events: string[] = []
  const body = new ReadableStream({ cancel: () => void events.push('cancelled') })
  const responses = [new Response('{}'), new Response(body, { status: 503 })]
  const fetchWithRetry = withRetry(async () => {
    events.push('requested')
    return responses.pop() ?? new Response()
  })
  expect((await fetchWithRetry(new Request('https://api.example/'))).status).toBe(200)
  expect(events).toEqual(['requested', 'cancelled', 'requested'])
})
