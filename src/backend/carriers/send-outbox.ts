import { logEvent } from '../../domain/log-event.ts'
import type { BackendContext } from '../context.ts'
import { messageColumns, toMessage } from '../mail/outbox.ts'
import type { OutboxMessage, OutboxRow } from '../mail/outbox.ts'
import { markRefused } from './bounces.ts'
import { notSent } from './carrier-call.ts'
import type { SendResult, Sms } from './carrier.ts'
import { composeMail } from './compose-mail.ts'

type OutboxContext = Pick<BackendContext, 'db' | 'config' | 'carriers' | 'now'>

/** The shop retries a message after 1, 2, 4, … 64 minutes: two hours in total. */
export const maxAttempts = 8
const batchSize = 20
/**
 * Milliseconds after which a run sends no further message. Another run may claim a message a minute
 * after this run did, and a call to a carrier takes ten seconds at most.
 */
export const runTime = 45_000

/**
 * Sends unsent messages and returns the number that carriers accepted. Parallel runs are safe,
 * because only one of them claims a message.
 */
export async function sendOutbox(context: OutboxContext): Promise<number> {
  let count = 0
  const start = Date.now()
  for (const kind of ['mail', 'sms'] as const) {
    if (context.carriers[kind] === null) continue
    const messages = await claimUnsent(context, kind)
    for (const [index, message] of messages.entries()) {
      if (Date.now() - start > runTime) {
        await release(context, messages.slice(index))
        break
      }
      const result = await send(context, message)
      if (result.ok) count += 1
      await record(context, message, result)
    }
  }
  return count
}

/** Returns claimed messages to the queue without an attempt. */
async function release(
  { db, now }: OutboxContext,
  messages: readonly OutboxMessage[],
): Promise<void> {
  const ids = JSON.stringify(messages.map(({ id }) => id))
  await db
    .prepare(
      `UPDATE outbox SET attempts = attempts - 1, tried_at = NULL
      WHERE tried_at = ?1 AND id IN (SELECT value FROM json_each(?2))`,
    )
    .bind(now.toISOString(), ids)
    .run()
}

async function claimUnsent(
  { db, now }: OutboxContext,
  kind: OutboxMessage['kind'],
): Promise<OutboxMessage[]> {
  const { results } = await db
    .prepare(
      `UPDATE outbox SET attempts = attempts + 1, tried_at = ?1 WHERE id IN (
        SELECT id FROM outbox
        WHERE sent_at IS NULL AND bounced_at IS NULL AND kind = ?2 AND attempts < ${maxAttempts}
          AND (tried_at IS NULL
            OR unixepoch(tried_at) + 60 * (1 << (attempts - 1)) <= unixepoch(?1))
          AND (expires_at IS NULL OR expires_at > ?1)
        ORDER BY created_at LIMIT ${batchSize})
      RETURNING ${messageColumns}`,
    )
    .bind(now.toISOString(), kind)
    .all<OutboxRow>()
  return results.map(toMessage)
}

async function send(context: OutboxContext, message: OutboxMessage): Promise<SendResult> {
  const { mail, sms } = context.carriers
  try {
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
  { db, now }: OutboxContext,
  { id, kind }: OutboxMessage,
  result: SendResult,
): Promise<void> {
  const time = now.toISOString()
  if (result.ok) {
    const sent = db.prepare('UPDATE outbox SET sent_at = ?2, reference = ?3 WHERE id = ?1')
    await sent.bind(id, time, result.value.reference).run()
    return
  }
  const { code, reason } = result.error
  logEvent({ event: 'message-not-sent', kind, error: reason })
  const failed =
    code === 'refused-recipient'
      ? markRefused(db, id, reason, now)
      : db.prepare('UPDATE outbox SET failure = ? WHERE id = ?').bind(reason, id)
  await failed.run()
}
