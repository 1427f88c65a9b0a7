import type { IncomingMessage } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'

export type Account = {
  /** Databases by id. */
  readonly databases: Map<string, { readonly name: string; readonly file: DatabaseSync }>
  /** Titles by id. */
  readonly namespaces: Map<string, string>
  readonly buckets: Set<string>
  readonly secrets: Map<string, string>
  /** Variables of each upload of the worker. */
  readonly uploads: { readonly [name: string]: string }[]
}

export type Reply = {
  readonly result: unknown
  readonly status?: number
  readonly code?: number
  readonly message?: string
}

export type CloudflareCall = {
  /** Values of the groups in the route's pattern. */
  readonly names: readonly (string | undefined)[]
  readonly page: number
  readonly body: Buffer
  readonly headers: IncomingMessage['headers']
}

export type Route = readonly [
  pattern: RegExp,
  answer: (call: CloudflareCall) => Reply | Promise<Reply>,
]

/** @param code Cloudflare's error number */
export function notFound(code: number): Reply {
  return { result: null, status: 404, code }
}
