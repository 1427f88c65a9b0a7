import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { openD1 } from '../../scripts/test/sqlite-d1.ts'
import { notFound } from './cloudflare-reply.ts'
import type { Account, Route } from './cloudflare-reply.ts'

const named = z.object({ name: z.string() })
const titled = z.object({ title: z.string() })
const parameter = z.union([z.string(), z.number(), z.null()])
const statements = z.array(z.object({ sql: z.string(), params: z.array(parameter) }))
const meta = { served_by: 'here', duration: 1, changes: 0, rows_read: 0, rows_written: 0 }

/** Routes of Cloudflare's API for databases, namespaces and buckets. */
export function storeRoutes(account: Account): readonly Route[] {
  return [...databaseRoutes(account), ...namespaceRoutes(account), ...bucketRoutes(account)]
}

function databaseRoutes({ databases }: Account): readonly Route[] {
  const fileOf = (id = '') => {
    const database = databases.get(id)
    if (!database) throw new Error(`there is no database ${id}`)
    return database.file
  }
  return [
    [
      /^GET \/d1\/database$/,
      () => ({ result: Array.from(databases, ([uuid, { name }]) => ({ uuid, name })) }),
    ],
    [
      /^POST \/d1\/database$/,
      ({ body }) => {
        const { name } = named.parse(JSON.parse(String(body)))
        const uuid = randomUUID()
        databases.set(uuid, { name, file: new DatabaseSync(':memory:') })
        return { result: { uuid, name } }
      },
    ],
    [
      /^GET \/d1\/database\/([\w-]+)$/,
      ({ names: [uuid = ''] }) => ({ result: { uuid, name: databases.get(uuid)?.name } }),
    ],
    [
      /^POST \/d1\/database\/([\w-]+)\/query$/,
      ({ body, names: [id] }) => {
        const { sql } = z.object({ sql: z.string() }).parse(JSON.parse(String(body)))
        return { result: query(fileOf(id), sql) }
      },
    ],
    [/^GET \/d1\/database\/[\w-]+\/time_travel/, () => ({ result: { bookmark: 'a-bookmark' } })],
    [
      /^POST \/batch$/,
      async ({ body }) => {
        const [id] = databases.keys()
        const db = openD1(fileOf(id))
        const prepared = statements
          .parse(JSON.parse(String(body)))
          .map(({ sql, params }) => db.prepare(sql).bind(...params))
        const answers = await db.batch(prepared)
        return {
          result: answers.map(({ results, meta: { changes } }) => ({ rows: results, changes })),
        }
      },
    ],
  ]
}

/** Returns D1's response to SQL text. */
function query(file: DatabaseSync, sql: string) {
  return sql.split('\n;\n').map((statement) => {
    const isReading = /^\s*(SELECT|WITH|PRAGMA)\b/i.test(statement)
    if (!isReading) file.exec(statement)
    return { success: true, meta, results: isReading ? file.prepare(statement).all() : [] }
  })
}

function namespaceRoutes({ namespaces }: Account): readonly Route[] {
  return [
    [
      /^GET \/storage\/kv\/namespaces$/,
      ({ page }) => ({
        result: page > 1 ? [] : Array.from(namespaces, ([id, title]) => ({ id, title })),
      }),
    ],
    [
      /^POST \/storage\/kv\/namespaces$/,
      ({ body }) => {
        const { title } = titled.parse(JSON.parse(String(body)))
        const id = randomUUID().replaceAll('-', '')
        namespaces.set(id, title)
        return { result: { id, title } }
      },
    ],
  ]
}

function bucketRoutes({ buckets }: Account): readonly Route[] {
  return [
    [
      /^GET \/r2\/buckets$/,
      () => ({ result: { buckets: Array.from(buckets, (name) => ({ name })) } }),
    ],
    [
      /^GET \/r2\/buckets\/([\w-]+)$/,
      ({ names: [name = ''] }) => (buckets.has(name) ? { result: { name } } : notFound(10006)),
    ],
    [
      /^POST \/r2\/buckets$/,
      ({ body }) => {
        buckets.add(named.parse(JSON.parse(String(body))).name)
        return { result: {} }
      },
    ],
  ]
}
