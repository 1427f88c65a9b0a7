import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { notFound } from './cloudflare-reply.ts'
import type { Account, Route } from './cloudflare-reply.ts'

const named = z.object({ name: z.string() })
const titled = z.object({ title: z.string() })
const importStep = z.object({ action: z.string(), etag: z.string() })
const meta = { served_by: 'here', duration: 1, changes: 0, rows_read: 0, rows_written: 0 }

/** Routes of Cloudflare's API for databases, namespaces and buckets. */
export function storeRoutes(account: Account): readonly Route[] {
  return [...databaseRoutes(account), ...namespaceRoutes(account), ...bucketRoutes(account)]
}

function databaseRoutes({ databases, files }: Account): readonly Route[] {
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
      /^POST \/d1\/database\/([\w-]+)\/import$/,
      ({ body, names: [id], headers }) => {
        const { action, etag } = importStep.parse(JSON.parse(String(body)))
        const upload_url = `http://${headers.host}/upload/${etag}`
        if (action === 'init') return { result: { upload_url, filename: 'import.sql' } }
        fileOf(id).exec(files.get(etag) ?? '')
        const result = { num_queries: 1, final_bookmark: 'a-bookmark', meta }
        const done = { status: 'complete', success: true, at_bookmark: 'a-bookmark' }
        return { result: { ...done, messages: [], result } }
      },
    ],
    [
      /^PUT \/upload\/(\w+)$/,
      ({ body, names: [etag = ''] }) => {
        files.set(etag, String(body))
        return { result: {}, etag }
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
