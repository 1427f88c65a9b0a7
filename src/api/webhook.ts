import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import type { BackendContext, BackendEnv } from '../context.ts'
import { logWebhookProblem, malformedBody, unprovenSender, isSignedByAny } from '../kit/webhooks.ts'
import type { WebhookProblem } from '../kit/webhooks.ts'
import { dayMs, hourMs, isoBefore } from '../kit/time.shared.ts'
import { limitBody } from './request-body.ts'
import { validInput } from './valid-input.ts'
import { prepare, raw } from '../kit/sql.ts'

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

/** Webhooks in a row that raise an alert. A stranger may send one or two. */
export const webhooksToAlert = 3

/** Milliseconds in which an isolate counts one unproven webhook of a path. */
const pause = 10_000
const countedAt = new Map<string, number>()

/**
 * Counts a webhook whose sender is not proven. A webhook with a proven sender ends the count: the
 * shop has the right secret, and a stranger sent the others. A stranger may send any number of
 * webhooks, so most of them use no database. A path has one row, which changes once an hour after
 * the third webhook.
 */
export async function countUnproven(
  db: D1Database,
  path: string,
  problem: WebhookProblem | null,
  now: Date,
): Promise<void> {
  if (problem?.part !== 'sender') {
    await prepare(db)`DELETE FROM failures WHERE subject = ${path}`.run()
    return
  }
  if (Math.abs(now.getTime() - (countedAt.get(path) ?? 0)) < pause) return
  countedAt.set(path, now.getTime())
  await prepare(db)`INSERT INTO failures (subject, count, last_at) VALUES (${path}, 1, ${now})
    ON CONFLICT (subject) DO UPDATE SET last_at = ${now},
      count = iif(last_at < ${isoBefore(now, dayMs)}, 1, min(count + 1, ${raw(webhooksToAlert)}))
    WHERE count < ${raw(webhooksToAlert)} OR last_at < ${isoBefore(now, hourMs)}`.run()
}
