import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { verifyTurnstileToken } from '../../src/api/turnstile-verification.ts'
import { withTimeout } from '../../src/api/retry.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** What a token is worth where siteverify answers so. */
async function verdict(answer: RequestListener, token = 'token', patience = 3000) {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  const url = `http://127.0.0.1:${port}/siteverify`
  const ask = withTimeout((request) => fetch(request), patience)
  return verifyTurnstileToken({ url, secret: 'secret', token, clientAddress: '192.0.2.7' }, ask)
}

it('asks by secret, token and address, and takes a yes for a yes', async () => {
  let body = ''
  const answered = await verdict(async (request, response) => {
    body = (await request.setEncoding('utf8').toArray()).join('')
    response.end('{"success":true,"hostname":"shop.example"}')
  })
  expect([answered, body]).toEqual(['passed', 'secret=secret&response=token&remoteip=192.0.2.7'])
})

it.each(['invalid-input-response', 'timeout-or-duplicate'])(
  'refuses a token that is called %s',
  async (code) => {
    const body = JSON.stringify({ success: false, 'error-codes': [code] })
    expect(await verdict((_, response) => response.end(body))).toBe('rejected')
  },
)

it('refuses a form without a token, and asks nobody', async () => {
  let asked = 0
  expect(await verdict(() => (asked += 1), '')).toBe('rejected')
  expect(asked).toBe(0)
})

it.each<[string, RequestListener]>([
  ['breaks the connection', (request) => request.socket.destroy()],
  ['is silent', () => undefined],
  ['answers anything else', (_, response) => response.writeHead(502).end('<html>')],
  [
    'does not know the operator’s secret',
    (_, response) => response.end('{"success":false,"error-codes":["invalid-input-secret"]}'),
  ],
])('says nothing of a visitor where siteverify %s', async (_, answer) => {
  expect(await verdict(answer, 'token', 300)).toBe('unavailable')
})
