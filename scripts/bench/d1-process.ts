import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startLocalServer } from '../test/local-server.ts'
import type { D1Calls } from './d1-server.ts'

/**
 * The process of `startD1Server`. Answers queries in the protocol of the D1 binding, and stores what
 * KV and the Cache API get, in their protocols. R2 finds nothing.
 */
const [, , file = '', mode = ''] = process.argv
const database = new DatabaseSync(file)
database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')

const query = z.object({
  sql: z.string(),
  params: z.array(z.union([z.string(), z.number(), z.null()])).default([]),
})
const queries = z.union([z.array(query), query.transform((each) => [each])])

/** Pages send the same few statements, so each is prepared once. */
const statements = new Map<string, StatementSync>()
const answers = new Map<string, string>()
const values = new Map<string, Buffer>()
let isRecording = false
let delay = 0
let hasPages = true
let calls: D1Calls = []

const { origin } = await startLocalServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://d1')
  if (pathname === '/.calls') {
    response.end(JSON.stringify(calls))
    calls = []
    isRecording = searchParams.get('record') === '1'
    delay = Number(searchParams.get('delay'))
    hasPages = searchParams.get('pages') === '1'
    return
  }
  if (request.method !== 'POST') return serveStored(request, response, pathname)
  const body = await text(request)
  await wait(delay)
  const known = isRecording ? undefined : answers.get(body)
  const answer = known ?? JSON.stringify(answerTo(queries.parse(JSON.parse(body))))
  if (mode === 'cached') answers.set(body, answer)
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer)
})
process.send?.({ port: Number(new URL(origin).port) })

/** The Cache API stores whole responses, with their status line and headers. */
async function serveStored(request: IncomingMessage, response: ServerResponse, path: string) {
  const isOfPages = request.headers.host !== 'fake-host'
  const key = `${request.headers.host}${path}`
  if (request.method === 'PUT') {
    values.set(key, await buffer(request))
    response.writeHead(204).end()
    return
  }
  const value = isOfPages && !hasPages ? undefined : values.get(key)
  if (value === undefined) response.writeHead(isOfPages ? 504 : 404).end()
  else if (isOfPages) {
    const [status = ''] = value.toString('latin1').split('\r\n', 1)
    response.socket?.write(`${status}\r\nCF-Cache-Status: HIT\r\n`)
    response.socket?.end(value.subarray(status.length + 2))
  } else response.end(value)
}

/** A batch is one transaction. */
function answerTo(batch: z.output<typeof queries>) {
  const call: D1Calls[number] = []
  database.exec('SAVEPOINT batch')
  try {
    const results = batch.map(({ sql, params }) => {
      const start = performance.now()
      const result = run(sql, params)
      call.push({ sql, params, ms: performance.now() - start })
      return result
    })
    database.exec('RELEASE batch')
    return results
  } catch (error) {
    database.exec('ROLLBACK TO batch; RELEASE batch')
    return { success: false, error: String(error) }
  } finally {
    if (isRecording) calls.push(call)
  }
}

function run(sql: string, params: readonly (string | number | null)[]) {
  const statement = statements.get(sql) ?? database.prepare(sql)
  statements.set(sql, statement)
  statement.setReturnArrays(true)
  const columns = statement.columns().map(({ name }) => name)
  const rows = columns.length > 0 ? statement.all(...params) : []
  const changes = columns.length > 0 ? 0 : Number(statement.run(...params).changes)
  return {
    success: true,
    results: { columns, rows },
    meta: { duration: 0, rows_read: rows.length, changes },
  }
}
