import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { messagesFor, nestFieldErrors } from '../../src/domain/form-errors.ts'
import { withRetry, withTimeout } from '../../src/api/retry.ts'
import { createApiClient } from '../../src/api/api-client.ts'

let server: Server | undefined

afterEach(async () => {
  const open = server
  server = undefined
  if (open) await new Promise((done) => open.close(done))
})

async function listen(started: Server): Promise<string> {
  server = started
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  const { port } = started.address() as AddressInfo // a TCP server has no other kind
  return `http://127.0.0.1:${port}`
}

function clientOf(origin: string, milliseconds = 3000) {
  const fetchOnce = withTimeout((request) => fetch(request), milliseconds)
  return createApiClient({
    fetch: withRetry(fetchOnce),
    origin,
    locale: 'ru',
    requestId: 'request-1',
    clientAddress: '192.0.2.7',
  })
}

/** An API that answers so. */
async function api(answer: RequestListener) {
  return clientOf(await listen(createServer(answer)))
}

/** A socket that does so to whoever connects. */
async function socket(act: (connection: Socket) => void, milliseconds?: number) {
  return clientOf(
    await listen(
      createSocketServer((connection) =>
        connection.on('error', () => undefined).once('data', () => act(connection)),
      ),
    ),
    milliseconds,
  )
}

const failed = (status: number) =>
  expect.objectContaining({ ok: false, error: expect.objectContaining({ status }) })
const id = 'tr-10'

it('sends the language, the request id and the session with every call', async () => {
  const seen: Record<string, unknown>[] = []
  const upstream = await api((request, response) => {
    seen.push({ url: request.url, ...request.headers })
    response.end('{"data":[]}')
  })
  await upstream.countries({ sortBy: '1' }, { session: { sessionID: 'a', token: 'b?' } })
  expect(seen).toMatchObject([
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
  'gives the status and the text of a %i',
  async (status) => {
    const upstream = await api((_, response) => response.writeHead(status).end('{"error":"No"}'))
    expect(await upstream.tariff({ id })).toMatchObject({
      ok: false,
      error: { status, message: 'No', fields: {} },
    })
  },
)

it('reads a text under message as well', async () => {
  const upstream = await api((_, response) => response.writeHead(409).end('{"message":"Taken"}'))
  expect(await upstream.tariff({ id })).toMatchObject({ error: { status: 409, message: 'Taken' } })
})

it('nests the dotted names of a 422', async () => {
  const upstream = await api((_, response) =>
    response
      .writeHead(422)
      .end(JSON.stringify({ errors: { email: ['Bad'], 'card.number': ['Short', 'Wrong'] } })),
  )
  const answer = await upstream.tariff({ id })
  expect(answer).toMatchObject({ error: { status: 422 } })
  expect(!answer.ok && messagesFor(answer.error, 'card.number')).toEqual(['Short', 'Wrong'])
  expect(!answer.ok && messagesFor(answer.error, 'email')).toEqual(['Bad'])
  expect(!answer.ok && messagesFor(answer.error, 'email.more')).toEqual([])
})

it('lets no field name reach a prototype', () => {
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

it('gives 502 for a refused connection', async () => {
  const origin = await listen(createServer())
  await new Promise((done) => server?.close(done))
  server = undefined
  expect(await clientOf(origin).tariff({ id })).toEqual(failed(502))
})

it('gives 502 for a reset connection and for what is not HTTP', async () => {
  expect(await (await socket((connection) => connection.resetAndDestroy())).tariff({ id })).toEqual(
    failed(502),
  )
  await new Promise((done) => server?.close(done))
  expect(
    await (await socket((connection) => connection.end('hello\r\n\r\n'))).tariff({ id }),
  ).toEqual(failed(502))
})

it('gives 502 for a body cut short', async () => {
  const upstream = await socket((connection) =>
    connection.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data":'),
  )
  expect(await upstream.tariff({ id })).toEqual(failed(502))
})

it('gives 504 when the head or the body does not come in time', async () => {
  const hanging = await socket(() => undefined, 300)
  expect(await hanging.tariff({ id })).toEqual(failed(504))
  server = undefined
  const halfway = await socket(
    (connection) => connection.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data":'),
    300,
  )
  expect(await halfway.tariff({ id })).toEqual(failed(504))
  server = undefined
})

it('gives 502 for HTML instead of JSON, and for a body over 1 MB', async () => {
  const html = await api((_, response) => response.end('<!DOCTYPE html><title>Hello</title>'))
  expect(await html.tariff({ id })).toEqual(failed(502))
  server = undefined
  const large = await api((_, response) => response.end(`{"data":"${'x'.repeat(1024 * 1024)}"}`))
  expect(await large.tariff({ id })).toEqual(failed(502))
})

it('gives 502 for an answer that breaks the contract, and logs the field but not its value', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const upstream = await api((_, response) =>
    response.end(
      '{"data":[{"countryCode2Letters":"secret","title":"T","aliases":[],"priceFrom":null,"inStock":true}]}',
    ),
  )
  expect(await upstream.countries({})).toEqual(failed(502))
  const [line] = log.mock.calls[0] ?? []
  expect(line).toContain('data.0.countryCode2Letters')
  expect(line).not.toContain('secret')
  log.mockRestore()
})

it('asks once more after a gateway’s answer, but posts only what has an idempotency key', async () => {
  let calls = 0
  const upstream = await api((_, response) => {
    calls += 1
    response.writeHead(calls === 1 ? 503 : 404).end('{}')
  })
  expect(await upstream.tariff({ id })).toEqual(failed(404))
  expect(calls).toBe(2)
  calls = 0
  expect(await upstream.invoicePayment({ invoiceID: 'x'.repeat(43) })).toEqual(failed(503))
  expect(calls).toBe(1)
  calls = 0
  const order = {
    tariffID: id,
    email: 'a@b.example',
    paymentOption: 'card-usd',
    consent: true,
    idempotencyKey: 'k'.repeat(43),
  } as const
  expect(await upstream.activation(order)).toEqual(failed(404))
  expect(calls).toBe(2)
})

it('lets go of the gateway’s answer before it asks again: a connection stays taken until its body is read', async () => {
  const happened: string[] = []
  const body = new ReadableStream({ cancel: () => void happened.push('let go') })
  const answers = [new Response('{}'), new Response(body, { status: 503 })]
  const ask = withRetry(async () => {
    happened.push('asked')
    return answers.pop() ?? new Response()
  })
  expect((await ask(new Request('https://api.example/'))).status).toBe(200)
  expect(happened).toEqual(['asked', 'let go', 'asked'])
})
