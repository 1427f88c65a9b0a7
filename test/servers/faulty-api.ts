import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { exampleOf } from '../../scripts/contract/examples.ts'
import { operations } from '../../src/operations.ts'
import type { OperationName } from '../../src/operations.ts'
import { freePort, startLocalServer } from '../../scripts/test/local-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly faultyApi: { readonly origin: string; readonly closed: string }
  }
}

/**
 * An API that answers each operation with its documented example, or with a fault. The path is
 * `/{fault}/{scope}/{cell}/{path of an operation}`, where the scope is `all` calls or only
 * `writes`. `/calls/{cell}` returns the number of calls of a cell of the matrix.
 */
export default async function startFaultyApi(project: TestProject): Promise<() => Promise<void>> {
  const calls = new Map<string, number>()
  const { origin, close } = await startLocalServer((...exchange) => void answer(...exchange))
  project.provide('faultyApi', { origin, closed: `http://localhost:${await freePort()}` })
  return close

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await text(request)
    const { pathname } = new URL(request.url ?? '', origin)
    const [, fault = '', scope = '', cell = '', ...rest] = pathname.split('/')
    if (fault === 'calls') return void response.end(String(calls.get(scope) ?? 0))
    calls.set(cell, (calls.get(cell) ?? 0) + 1)
    const body = answerOf(request.method, `/${rest.join('/')}`)
    const isSpared = scope === 'writes' && request.method === 'GET'
    const fail = isSpared ? faults.none : faults[fault]
    if (body === null || !fail) response.writeHead(404).end('{}')
    else fail(response, body)
  }
}

const paths = new Map(
  (Object.keys(operations) as OperationName[]).map((name) => {
    const { method, path } = operations[name]
    return [`${method} ${path}`, JSON.stringify(exampleOf(operations[name].output))]
  }),
)

function answerOf(method: string | undefined, path: string): string | null {
  return paths.get(`${method} ${path}`) ?? null
}

type FaultyAnswer = (response: ServerResponse, body: string) => void

const withStatus =
  (status: number, headers = {}): FaultyAnswer =>
  (response) =>
    response.writeHead(status, headers).end('{}')

const faults: { readonly none: FaultyAnswer; readonly [name: string]: FaultyAnswer } = {
  none: (response, body) => response.end(body),
  reset: (response) => response.socket?.resetAndDestroy(),
  hanging: () => {},
  'hanging-body': (response, body) => response.write(body.slice(0, 5)),
  redirect: (response) => {
    const Location = (response.req.url ?? '').replace('/redirect/', '/none/')
    response.writeHead(302, { Location }).end()
  },
  // Slow for a visitor, but within the time limit of a call.
  slow: (response, body) => setTimeout(() => response.end(body), 200),
  '500': withStatus(500),
  '502': withStatus(502),
  '503': withStatus(503),
  '503-retry-after': withStatus(503, { 'Retry-After': '30' }),
  '429-retry-after': withStatus(429, { 'Retry-After': '30' }),
  '401': withStatus(401),
  html: (response) => response.end('<!DOCTYPE html><title>Sign in to the hotel network</title>'),
  truncated(response, body) {
    response.writeHead(200, { 'Content-Length': body.length + 100 }).write(body, () => {
      response.socket?.destroy()
    })
  },
  oversized: (response, body) =>
    response.end(body.replace(/\}$/, `,"x":"${'x'.repeat(2 ** 21)}"}`)),
  // Replaces the first value of every response by an object, which breaks the contract.
  'off-contract': (response, body) =>
    response.end(body.replace(/:("[^"]*"|[\d.]+|true|false)/, ':{"off":"contract"}')),
}
