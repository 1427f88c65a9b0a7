import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { countUnproven } from '../messages/unproven-webhooks.ts'
import type { BackendContext, BackendEnv } from '../context.ts'
import { logWebhookProblem, malformedBody, unprovenSender, isSignedByAny } from '../kit/webhooks.ts'
import { limitBody } from './request-body.ts'
import { validInput } from './valid-input.ts'

type Webhook<Event extends z.ZodObject> = {
  readonly path: string
  readonly signatureHeader: string
  /** Returns the valid secrets. Without one, the shop expects no webhooks. */
  readonly secrets: (config: BackendContext['config']) => readonly string[]
  readonly event: Event
  /** Returns the status for the sender, which retries until it gets 200. */
  readonly handle: (
    context: BackendContext,
    event: z.output<Event>,
  ) => Promise<ContentfulStatusCode>
}

/**
 * Serves a webhook that is signed in the format of the shop. Answers 401 to a wrong signature and
 * 422 to a malformed body.
 */
export function serveWebhook<Event extends z.ZodObject>(
  app: Hono<BackendEnv>,
  { path, signatureHeader, secrets, event, handle }: Webhook<Event>,
): void {
  const verifySignature = createMiddleware<BackendEnv>(async (c, next) => {
    const { db, config, now } = c.var.context
    const signature = c.req.header(signatureHeader)
    const keys = secrets(config)
    const isProven = await isSignedByAny(keys, await c.req.text(), signature, now)
    if (keys.length > 0) await countUnproven(db, path, isProven ? null : unprovenSender, now)
    if (!isProven) {
      logWebhookProblem(path, unprovenSender)
      return c.body(null, 401)
    }
    await next()
    // The validator throws if the body is not JSON.
    if (c.error instanceof HTTPException) logWebhookProblem(path, { part: 'body', field: 'body' })
    return undefined
  })
  const validEvent = validInput('json', event, {
    onInvalid: (error) => logWebhookProblem(path, malformedBody(error)),
  })
  app.post(path, limitBody(), verifySignature, validEvent, async (c) =>
    c.body(null, await handle(c.var.context, c.req.valid('json'))),
  )
}
