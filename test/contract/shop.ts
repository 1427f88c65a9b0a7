import { expect } from 'vitest'
import type { z } from 'zod'
import { operations } from '../../src/operations.ts'
import type { OperationName, Operations } from '../../src/operations.ts'
import { bearer } from '../../src/api/bearer.ts'
import type { Session } from '../../src/api/common.ts'
import { refusalStatus, clientAddressHeader, storefrontKeyHeader } from '../../src/api/operation.ts'
import type { refusalBody, RefusalCode } from '../../src/api/operation.ts'
import { localStorefrontKey } from '../../scripts/start/sample-settings.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { breachesOfAnswer, breachesOfRequest } from './document.ts'

export type ServerConnection = {
  readonly origin: string
  readonly fetch: (request: Request) => Promise<Response>
}

type RefusalBody = z.output<typeof refusalBody>

export type ShopCallOptions = {
  readonly session?: Session
  readonly files?: { readonly [name: string]: File }
  readonly locale?: Locale
  readonly visitor?: string
}

type Input<Name extends OperationName> = Omit<z.input<Operations[Name]['input']>, 'lang'> & {
  lang?: Locale
}
type Output<Name extends OperationName> = z.output<Operations[Name]['output']>
type Message = { readonly recipient: string; readonly subject: string; readonly body: string }

export type Shop = ReturnType<typeof connectTo>

export function connectTo({ origin, fetch }: ServerConnection) {
  const seen = new Map<OperationName, Set<number>>()

  return { seen, send, call, expectRefusal, visit, outboxOf }

  async function send(name: OperationName, init: RequestInit, query = '') {
    const { method, path } = operations[name]
    const response = await fetch(new Request(origin + path + query, { method, ...init }))
    const body: unknown = await response.json()
    expect(breachesOfAnswer(name, response, body)).toEqual([])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    seen.set(name, (seen.get(name) ?? new Set()).add(response.status))
    return { status: response.status, body }
  }

  async function call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options: ShopCallOptions = {},
  ): Promise<Output<Name>> {
    const whole = withLanguage(name, input, options)
    const { status, body } = await sendInput(name, whole, options)
    expect([name, status, status === 200 ? 200 : body]).toEqual([name, 200, 200])
    expect(breachesOfRequest(name, whole)).toEqual([])
    return body as Output<Name> // The document is made of the same schema.
  }

  async function expectRefusal(
    name: OperationName,
    code: RefusalCode,
    input: object,
    options: ShopCallOptions = {},
  ): Promise<RefusalBody> {
    const answer = await sendInput(name, withLanguage(name, input, options), options)
    const body = answer.body as RefusalBody // As above.
    expect([name, answer.status, body.code]).toEqual([name, refusalStatus[code], code])
    return body
  }

  async function sendInput(
    name: OperationName,
    input: object,
    { session, files, locale, visitor }: ShopCallOptions,
  ) {
    const headers = new Headers({ 'Accept-Language': locale ?? 'en' })
    headers.set(clientAddressHeader, visitor ?? newVisitor())
    headers.set(storefrontKeyHeader, localStorefrontKey)
    if (session) headers.set('Authorization', bearer(session))
    if (operations[name].method === 'GET') {
      const query = Object.entries(input).filter(([, value]) => value !== undefined)
      const texts = query.map(([key, value]): [string, string] => [key, String(value)])
      return send(name, { headers }, `?${new URLSearchParams(texts).toString()}`)
    }
    if (files) return send(name, { headers, body: partsOf(input, files) })
    headers.set('Content-Type', 'application/json')
    return send(name, { headers, body: JSON.stringify(input) })
  }

  async function visit(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new Request(origin + path, { redirect: 'manual', ...init }))
  }

  async function outboxOf(recipient: string): Promise<Message[]> {
    const { data }: { data: Message[] } = await (await visit('/dev/outbox.json')).json()
    return data.filter((message) => message.recipient === recipient)
  }
}

function withLanguage(
  name: OperationName,
  input: object,
  { locale = 'en' }: ShopCallOptions,
): object {
  return 'lang' in operations[name].input.shape ? { lang: locale, ...input } : input
}

/** Returns a random documentation address (RFC 9637), in a separate /48 for each visitor. */
export function newVisitor(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint16Array(2))
  return `3fff:${(a & 0xfff).toString(16)}:${b.toString(16)}::1`
}

export function partsOf(input: object, files: { readonly [name: string]: File }): FormData {
  const form = new FormData()
  form.set('payload', JSON.stringify(input))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}
