import { erased } from '../kit/email.shared.ts'
import { logEvent } from '../kit/log.ts'
import type { BackendContext } from '../context.ts'
import { messageColumns, toMessage, type OutboxMessage, type OutboxRow } from './outbox.ts'
import { markRefused } from './bounces.ts'
import { notSent, type SendResult, type Sms } from './carrier.ts'
import { composeMail } from './compose-mail.ts'
import { listWebhooks, postEvent, stopFailingWebhooks } from './webhooks.ts'
import { prepare, raw, readRow, sql, type Sql } from '../kit/sql.ts'

type OutboxContext = Pick<BackendContext, 'db' | 'config' | 'carriers' | 'now'> & {
  /** Returns the current time, for a long run whose other work came first. Default: `now`. */
  readonly clock?: () => Date
}

/** The shop retries a message after 1, 2, 4, … 64 minutes: two hours in total. */
export const maxAttempts = 8
/** An event is retried for as long as 1 + 2 + 4 + … + 2048 minutes: almost three days. */
export const maxEventAttempts = 13
/** SQL: the number of attempts of a message. */
const mostAttempts = raw(`iif(kind = 'webhook', ${maxEventAttempts}, ${maxAttempts})`)
/** Messages of each kind in a run. */
const batchSize = 20
/** Webhooks that get an event at the same time. */
const eventsAtOnce = 4

/**
 * Sends unsent messages, and returns the number that carriers accepted. Parallel runs are safe,
 * because a run claims a message directly before it sends it, and only one run can claim it. A slow
 * carrier of one kind does not delay the other kind.
 */
export async function sendOutbox(context: OutboxContext): Promise<number> {
  const [mails, messages] = await Promise.all([sendKind(context, 'mail'), sendKind(context, 'sms')])
  return mails + messages
}

/**
 * Sends an unsent event to each webhook, and more for as long as `budget` milliseconds. The webhooks
 * take turns and get one event at a time, so that a slow one delays only its own events. Nobody
 * waits for events, so visits do not send them.
 */
export async function sendEvents(context: OutboxContext, budget = 0): Promise<void> {
  const { now, clock = () => now } = context
  const end = clock().getTime() + budget
  const queue = (await listWebhooks(context)).map(({ id }) => id)
  const lane = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      // The plus hides the index by recipient, which also contains all events that were sent.
      const result = await sendNext(context, sql`kind = 'webhook' AND +recipient = ${id}`)
      if (result !== null && clock().getTime() < end) queue.push(id)
    }
  }
  await Promise.all(Array.from({ length: eventsAtOnce }, lane))
}

async function sendKind(context: OutboxContext, kind: 'mail' | 'sms'): Promise<number> {
  if (context.carriers[kind] === null) return 0
  let count = 0
  for (let left = batchSize; left > 0; left -= 1) {
    const result = await sendNext(context, sql`kind = ${kind}`)
    if (result === null) break
    if (result.ok) count += 1
  }
  return count
}

/** Sends the next of some messages. Returns null if none of them is due. */
async function sendNext(context: OutboxContext, which: Sql): Promise<SendResult | null> {
  const message = await claimUnsent(context, which)
  if (message === null) return null
  const result = await send(context, message)
  await record(context, message, result)
  return result
}

/**
 * SQL: the rank of a message in the queue. Many plans can end, or be on sale again, at the same
 * time, and nobody waits for emails about them. Messages from the contact form come last, because
 * anyone can send many. Within a rank, messages that failed come last: many of them would delay
 * sign-in codes until these expire. The index `outbox_unsent` contains the same expressions.
 */
const rank = sql`CASE purpose WHEN 'contact-message' THEN 2 WHEN 'review' THEN 1 WHEN 'usage' THEN 1
  WHEN 'stock-alert' THEN 1 ELSE 0 END, attempts > 0`

/**
 * SQL: the message has an eSIM of a frozen order, or an event for a stopped webhook. The shop sends
 * it when the order is unfrozen, or the webhook starts again.
 */
const isHeld = sql`(purpose IN ('esim', 'esim-copy') AND EXISTS (
    SELECT 1 FROM orders i WHERE i.id = outbox.order_id AND i.frozen_at IS NOT NULL)
  OR purpose = 'webhook' AND EXISTS (
    SELECT 1 FROM webhooks w WHERE w.id = outbox.recipient AND w.stopped_at IS NOT NULL))`

/**
 * Claims the oldest of some messages, of the first rank. The first retry comes after a minute.
 * Calls to a carrier end within ten seconds.
 */
async function claimUnsent(
  { db, now, clock = () => now }: OutboxContext,
  which: Sql,
): Promise<OutboxMessage | null> {
  const time = clock()
  const found = await readRow<OutboxRow>(db)`UPDATE outbox SET attempts = attempts + 1,
      tried_at = ${time} WHERE id IN (
      SELECT id FROM outbox
      WHERE sent_at IS NULL AND bounced_at IS NULL AND ${which} AND recipient <> ${erased}
        AND attempts < ${mostAttempts}
        AND (tried_at IS NULL
          OR unixepoch(tried_at) + 60 * (1 << (attempts - 1)) <= unixepoch(${time}))
        AND (expires_at IS NULL OR expires_at > ${time}) AND NOT (${isHeld})
      ORDER BY ${rank}, created_at LIMIT 1)
    RETURNING ${messageColumns}`
  return found && toMessage(found)
}

async function send(context: OutboxContext, message: OutboxMessage): Promise<SendResult> {
  const { mail, sms } = context.carriers
  try {
    if (message.kind === 'webhook') return await postEvent(context, message)
    if (message.kind === 'mail' && mail) return await mail.send(await composeMail(context, message))
    if (message.kind === 'sms' && sms) return await sms.send(smsOf(message))
    return notSent('No carrier is configured')
  } catch (error) {
    // An error in composing an email affects only this message.
    return notSent(error instanceof Error ? error.message : String(error))
  }
}

function smsOf({ id, recipient, body }: OutboxMessage): Sms {
  return { id, to: recipient, text: body }
}

/**
 * Stores the result of an attempt. A message to an address that the carrier refuses is not retried.
 */
async function record(
  { db, now, clock = () => now }: OutboxContext,
  { id, kind }: OutboxMessage,
  result: SendResult,
): Promise<void> {
  const time = clock()
  if (result.ok) {
    await prepare(db)`UPDATE outbox SET sent_at = ${time}, reference = ${result.value.reference}
      WHERE id = ${id}`.run()
    return
  }
  const { code, reason } = result.error
  logEvent({ event: 'message-not-sent', kind, error: reason })
  const failed =
    code === 'refused-recipient'
      ? markRefused(db, id, reason, time)
      : prepare(db)`UPDATE outbox SET failure = ${reason} WHERE id = ${id}`
  await failed.run()
}

/**
 * Stops retrying messages that failed eight times, or that expired after a failed attempt, and stops
 * webhooks that accepted nothing for three days. Does not affect messages without an attempt, such
 * as those without a carrier. Deletes messages to erased people.
 */
export async function giveUpMessages(db: D1Database, now: Date): Promise<void> {
  // The person was erased while a delivery wrote the message.
  await prepare(db)`DELETE FROM outbox WHERE recipient = ${erased} AND sent_at IS NULL`.run()
  // The last attempt may still run, so the shop waits 60 seconds.
  await prepare(db)`UPDATE outbox SET given_up_at = ${now}
    WHERE sent_at IS NULL AND given_up_at IS NULL AND bounced_at IS NULL AND attempts > 0
      AND (expires_at <= ${now}
        OR (attempts >= ${mostAttempts} AND unixepoch(tried_at) + 60 <= unixepoch(${now})))`.run()
  await stopFailingWebhooks(db, now).run()
}
