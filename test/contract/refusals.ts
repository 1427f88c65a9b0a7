import { describe, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import type { OperationName } from '../../src/operations.ts'
import { maxPayloadBytes } from '../../src/api/operation.ts'
import { bearer } from '../../src/api/bearer.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { documented, requiredOf } from './document.ts'
import { signInCustomer, signInPartner } from './people.ts'
import type { Session } from '../../src/api/common.ts'
import type { Shop } from './shop.ts'

const operationsFor = (...kinds: readonly string[]) =>
  documented.filter((name) => kinds.includes(operations[name].session))
const posts = documented.filter((name) => operations[name].method === 'POST')

export function describeRefusals(shop: Shop): void {
  it.each(operationsFor('customer', 'referrer'))('%s without a session', async (name) => {
    const strangers = ['', 'Basic YTpi', 'Bearer', 'Bearer x', bearer(newSession())]
    for (const Authorization of strangers)
      expect((await shop.send(name, { headers: { Authorization } })).status).toBe(401)
  })

  it('missing fields, each named in the visitor’s language', async () => {
    for (const name of documented.filter((each) => requiredOf(each).length > 0)) {
      const answer = await shop.send(name, await emptyRequest(name))
      expect([name, answer.status]).toEqual([name, 422])
      const errors = Object.entries((answer.body as { errors: object }).errors)
      expect(errors.map(([field]) => field).toSorted()).toEqual([...requiredOf(name)].toSorted())
      for (const [field, [message]] of errors)
        expect([name, field, message]).toEqual([name, field, expect.stringMatching(/[а-я]/)])
    }
  })

  describe('a body', () => {
    it('that is not JSON, or not of its content type', async () => {
      for (const name of posts) {
        const signedIn = await authorizationOf(name)
        for (const [type, body] of [
          ['application/json', '{"lang":"en",'],
          ['application/json', ''],
          ['text/plain', 'hello'],
          ['multipart/form-data', 'hello'],
          ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
        ] as const) {
          const headers = { ...signedIn, 'Content-Type': type }
          const answer = await shop.send(name, { headers, body })
          expect([name, type, answer]).toEqual([
            name,
            type,
            { status: 422, body: { code: 'malformed', error: wordsOf('en')('api.malformed') } },
          ])
        }
      }
    })

    it('over the documented limit, with or without Content-Length', async () => {
      for (const name of posts) {
        const headers = { ...(await authorizationOf(name)), 'Content-Type': 'application/json' }
        const told = await shop.send(name, { headers, body: jsonOf(maxPayloadBytes + 1) })
        expect([name, told.status]).toEqual([name, 413])
        const untold = { headers, body: streamOf(jsonOf(maxPayloadBytes + 1)), duplex: 'half' }
        expect([name, await shop.send(name, untold)]).toEqual([name, told])
        const { status } = await shop.send(name, { headers, body: jsonOf(maxPayloadBytes) })
        expect([name, status === 413]).toEqual([name, false])
      }
    })

    it('that never ends', async () => {
      const headers = { 'Content-Type': 'application/json' }
      const init = { headers, body: streamOf('[', 32 * 1024 * 1024), duplex: 'half' }
      expect((await shop.send('activation', init)).status).toBe(413)
    })
  })

  it('undocumented paths and methods, with the documented shape', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/web-esim-nothing', 'GET'],
      [operations.faq.path, 'POST'],
      [operations.activation.path, 'GET'],
      [operations.activation.path, 'DELETE'],
    ] as const) {
      const response = await shop.visit(path, { method, headers: { 'Accept-Language': 'ru' } })
      expect([path, method, response.status]).toEqual([path, method, 404])
      expect(await response.json()).toEqual({
        code: 'not-found',
        error: wordsOf('ru')('api.notFound'),
      })
    }
  })

  async function emptyRequest(name: OperationName): Promise<RequestInit> {
    const headers = { ...(await authorizationOf(name)), 'Accept-Language': 'ru' }
    return operations[name].method === 'GET' ? { headers } : { headers, body: '{}' }
  }

  async function authorizationOf(name: OperationName): Promise<{ Authorization?: string }> {
    const signIn = { customer: signInCustomer, referrer: signInPartner }
    const { session } = operations[name]
    if (session !== 'customer' && session !== 'referrer') return {}
    return { Authorization: bearer(await signIn[session](shop)) }
  }
}

function newSession(): Session {
  return { sessionID: secretID(), token: secretID() }
}

function jsonOf(bytes: number): string {
  return `{"x":"${'x'.repeat(bytes - '{"x":""}'.length)}"}`
}

function streamOf(text: string, bytes = text.length): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(
    text.repeat(Math.max(1, Math.floor((64 * 1024) / text.length))).slice(0, bytes),
  )
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes) return controller.close()
      sent += chunk.byteLength
      return controller.enqueue(chunk)
    },
  })
}
