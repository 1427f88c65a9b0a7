import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { startLocalServer } from '../test/local-server.ts'

/** The thread of `startD1Server`. Answers reads in the protocol of the D1 binding. */
const { file } = z.object({ file: z.string() }).parse(workerData)
const database = new DatabaseSync(file, { readOnly: true })

const query = z.object({
  sql: z.string(),
  params: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
})
const queries = z.union([z.array(query), query.transform((each) => [each])])

/** Pages send the same few statements, so each is prepared once. */
const statements = new Map<string, StatementSync>()

/** The database does not change. Its own time would slow the workers on the same machine. */
const answers = new Map<string, string>()

const { origin } = await startLocalServer(async (request, response) => {
  const body = await text(request)
  const known = answers.get(body) ?? JSON.stringify(queries.parse(JSON.parse(body)).map(answer))
  answers.set(body, known)
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(known)
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
parentPort?.postMessage({ port: Number(new URL(origin).port) })

function answer({ sql, params = [] }: z.output<typeof query>) {
  const statement = statements.get(sql) ?? database.prepare(sql)
  statements.set(sql, statement)
  statement.setReturnArrays(true)
  const rows = statement.all(...params)
  const columns = statement.columns().map(({ name }) => name)
  return {
    success: true,
    results: { columns, rows },
    meta: { duration: 0, rows_read: rows.length },
  }
}
