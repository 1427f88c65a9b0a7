import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { maxPayloadBytes } from '../../contract/endpoint.ts'
import type { BackendContext, BackendEnv } from '../context.ts'
import { bodyOf } from './request-input.ts'

type WebhookHandler = (
  context: BackendContext,
  body: string,
  signature: string | undefined,
) => Promise<StatusCode>

/** Serves a webhook whose signature is in that header. The handler gets the body unparsed, as it was signed. */
export function serveWebhook(header: string, handle: WebhookHandler) {
  return async (c: Context<BackendEnv>): Promise<Response> => {
    const body = await bodyOf(c.req.raw, maxPayloadBytes)
    if (body === null) return c.body(null, 413)
    const text = new TextDecoder().decode(body)
    return c.body(null, await handle(c.var.context, text, c.req.header(header)))
  }
}
