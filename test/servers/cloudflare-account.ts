import type { IncomingMessage } from 'node:http'
import { startLocalServer } from '../../scripts/test/local-server.ts'
import { notFound } from './cloudflare-reply.ts'
import type { Account, Reply } from './cloudflare-reply.ts'
import { storeRoutes } from './cloudflare-stores.ts'
import { workerRoutes } from './cloudflare-workers.ts'

type Refusal = { readonly status: number; readonly code: number; readonly message: string }

/**
 * An empty Cloudflare account: the part of its API that wrangler calls to deploy a shop. Databases
 * are SQLite files in memory. `unknown` lists unsupported calls.
 */
export async function openCloudflareAccount() {
  const account: Account = {
    databases: new Map(),
    namespaces: new Map(),
    buckets: new Set(),
    secrets: new Map(),
    uploads: [],
  }
  const unknown: string[] = []
  /** Refusals by a part of the call's line, such as `POST /d1/database`. */
  const refused = new Map<string, Refusal>()
  const routes = [...storeRoutes(account), ...workerRoutes(account)]

  async function answer(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const line = `${request.method} ${pathname.replace(/^\/accounts\/[\w-]+/, '')}`
    for (const [part, { status, ...error }] of refused)
      if (line.includes(part)) return { result: null, status, ...error }
    const page = Number(searchParams.get('page') ?? 1)
    for (const [pattern, handle] of routes) {
      const match = pattern.exec(line)
      if (match) return handle({ names: match.slice(1), page, body, headers: request.headers })
    }
    unknown.push(line)
    return notFound(7003)
  }

  const server = await startLocalServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const {
        result,
        status = 200,
        code,
        message = 'not found',
      } = await answer(request, Buffer.concat(parts))
      const errors = code === undefined ? [] : [{ code, message }]
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ success: status < 400, errors, messages: [], result }))
    })
  })
  return { ...server, ...account, unknown, refused }
}
