import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { verifyTurnstileToken } from '../../src/site/turnstile-check.ts'
import { withTimeout } from '../../src/site/api/resilient-fetch.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const closeServers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closeServers.splice(0)) await close()
})

async function verify(answer: RequestListener, token = 'token', timeout = 3000) {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closeServers.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  const url = `http://127.0.0.1:${port}/siteverify`
  const fetchInTime = withTimeout((request) => fetch(request), timeout)
  return verifyTurnstileToken(
    { url, secret: 'secret', token, clientAddress: '192.0.2.7' },
    fetchInTime,
  )
}

it('sends secret, token and address, and accepts a valid token', async () => {
  let body = ''
  const result = await verify(async (request, response) => {
    body = (await request.setEncoding('utf8').toArray()).join('')
    response.end('{"success":true,"hostname":"shop.example"}')
  })
  expect([result, body]).toEqual(['passed', 'secret=secret&response=token&remoteip=192.0.2.7'])
})

it.each(['invalid-input-response', 'timeout-or-duplicate'])(
  'rejects a token with the error %s',
  async (code) => {
    const body = JSON.stringify({ success: false, 'error-codes': [code] })
    expect(await verify((_, response) => response.end(body))).toBe('rejected')
  },
)

it.each([
  ['a missing token', ''],
  ['a token of more than 2,048 characters', 'a'.repeat(2049)],
])('rejects %s without a request', async (_, token) => {
  let requests = 0
  const answer: RequestListener = (_request, response) => {
    requests += 1
    response.writeHead(413).end('<html>')
  }
  expect(await verify(answer, token)).toBe('rejected')
  expect(requests).toBe(0)
})

it.each<[string, RequestListener]>([
  ['breaks the connection', (request) => request.socket.destroy()],
  ['does not answer', () => undefined],
  ['answers with an error page', (_, response) => response.writeHead(502).end('<html>')],
  [
    'rejects the operator’s secret',
    (_, response) => response.end('{"success":false,"error-codes":["invalid-input-secret"]}'),
  ],
])('reports the check as unavailable when siteverify %s', async (_, answer) => {
  // Node once dropped the time limit of a request during garbage collection.
  const collecting = setInterval(collectGarbage, 10)
  onTestFinished(() => clearInterval(collecting))
  expect(await verify(answer, 'token', 300)).toBe('unavailable')
})
