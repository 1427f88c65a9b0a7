import { expect } from 'vitest'
import type { z } from 'zod'
import { operations } from '../../src/contract/operations.ts'
import type { OperationName, Operations } from '../../src/contract/operations.ts'
import { bearer } from '../../src/contract/bearer.ts'
import type { Session } from '../../src/contract/common.ts'
import { refusalStatus } from '../../src/contract/refusals.ts'
import type { refusalBody, RefusalCode } from '../../src/contract/refusals.ts'
import { clientAddressHeader } from '../../src/contract/endpoint.ts'
import type { Locale } from '../../src/locale/locales.ts'
import { breachesOfAnswer, breachesOfRequest } from './document.ts'

/** How a server of the contract is reached: in this process or over HTTP. */
export type Way = {
  readonly origin: string
  readonly fetch: (request: Request) => Promise<Response>
}

type RefusalBody = z.output<typeof refusalBody>

export type Sent = {
  readonly session?: Session
  readonly files?: { readonly [name: string]: File }
  readonly locale?: Locale
  /** The visitor's network address; one of their own where it does not matter. */
  readonly visitor?: string
}

type Input<Name extends OperationName> = Omit<z.input<Operations[Name]['input']>, 'lang'> & {
  lang?: Locale
}
type Output<Name extends OperationName> = z.output<Operations[Name]['output']>
type Message = { readonly recipient: string; readonly subject: string; readonly body: string }

export type Shop = ReturnType<typeof shopBehind>

/** A server of the contract as its clients see it. Whatever it answers is compared with docs/openapi.json. */
export function shopBehind({ origin, fetch }: Way) {
  /** Which answers of each call were seen. */
  const seen = new Map<OperationName, Set<number>>()

  return { seen, send, ask, refused, visit, outboxOf }

  /** Sends what need not be a request of the contract. */
  async function send(name: OperationName, init: RequestInit, query = '') {
    const { method, path } = operations[name]
    const response = await fetch(new Request(origin + path + query, { method, ...init }))
    const body: unknown = await response.json()
    expect(breachesOfAnswer(name, response, body)).toEqual([])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    seen.set(name, (seen.get(name) ?? new Set()).add(response.status))
    return { status: response.status, body }
  }

  /** The good answer to a call. */
  async function ask<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    sent: Sent = {},
  ): Promise<Output<Name>> {
    const whole = inLanguage(name, input, sent)
    const { status, body } = await call(name, whole, sent)
    expect([name, status, status === 200 ? 200 : body]).toEqual([name, 200, 200])
    expect(breachesOfRequest(name, whole)).toEqual([])
    return body as Output<Name> // The document is made of the same schema.
  }

  /** The refusal of a request, which must have that code. */
  async function refused(
    name: OperationName,
    code: RefusalCode,
    input: object,
    sent: Sent = {},
  ): Promise<RefusalBody> {
    const answer = await call(name, inLanguage(name, input, sent), sent)
    const body = answer.body as RefusalBody // As above.
    expect([name, answer.status, body.code]).toEqual([name, refusalStatus[code], code])
    return body
  }

  async function call(
    name: OperationName,
    input: object,
    { session, files, locale, visitor }: Sent,
  ) {
    const headers = new Headers({ 'Accept-Language': locale ?? 'en' })
    headers.set(clientAddressHeader, visitor ?? `visitor-${crypto.randomUUID()}`)
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

  /** Beside the contract: the payment page, the outbox and the uploads of a shop in development. */
  async function visit(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new Request(origin + path, { redirect: 'manual', ...init }))
  }

  /** Mail and SMS to somebody, newest first. */
  async function outboxOf(recipient: string): Promise<Message[]> {
    const { data }: { data: Message[] } = await (await visit('/dev/outbox.json')).json()
    return data.filter((message) => message.recipient === recipient)
  }
}

/** As a call has it that knows languages; an input may name another. */
function inLanguage(name: OperationName, input: object, { locale = 'en' }: Sent): object {
  return 'lang' in operations[name].input.shape ? { lang: locale, ...input } : input
}

export function partsOf(input: object, files: { readonly [name: string]: File }): FormData {
  const form = new FormData()
  form.set('payload', JSON.stringify(input))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}
