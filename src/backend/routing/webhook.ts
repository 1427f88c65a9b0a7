import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { maxPayloadBytes } from '../../contract/endpoint.ts'
import type { BackendEnv, Call } from '../context.ts'
import { bodyOf } from './request-input.ts'

type Take = (call: Call, body: string, signature: string | undefined) => Promise<StatusCode>

/** Serves a callback, signed in the header of that name. Its text goes on as it came, since that is what was signed. */
export function callback(header: string, take: Take) {
  return async (c: Context<BackendEnv>): Promise<Response> => {
    const body = await bodyOf(c.req.raw, maxPayloadBytes)
    if (body === null) return c.body(null, 413)
    const text = new TextDecoder().decode(body)
    return c.body(null, await take(c.var.call, text, c.req.header(header)))
  }
}
