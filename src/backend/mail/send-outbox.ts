import type { BackendConfig } from '../../config/backend-config.ts'
import { logEvent } from '../../domain/log-event.ts'
import { messageColumns, toMessage } from './outbox.ts'
import type { OutboxMessage, OutboxRow } from './outbox.ts'

/** A message is retried after 1, 2, 4, … 64 minutes, two hours in all. */
export const maxAttempts = 8
const batchSize = 20

/**
 * Sends unsent messages and returns how many were sent. Parallel runs are safe: each message is
 * claimed by one of them.
 */
export async function sendOutbox(
  db: D1Database,
  config: BackendConfig,
  now: Date,
): Promise<number> {
  let count = 0
  for (const kind of ['mail', 'sms'] as const) {
    const carrier = carrierFor(config, kind)
    if (carrier === null) continue
    for (const message of await claimUnsent(db, kind, now))
      if (await isSentBy(carrier, message)) {
        await markSent(db, message, now)
        count += 1
      }
  }
  return count
}

async function claimUnsent(
  db: D1Database,
  kind: OutboxMessage['kind'],
  now: Date,
): Promise<OutboxMessage[]> {
  const { results } = await db
    .prepare(
      `UPDATE outbox SET attempts = attempts + 1, tried_at = ?1 WHERE id IN (
        SELECT id FROM outbox WHERE sent_at IS NULL AND kind = ?2 AND attempts < ${maxAttempts}
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

async function isSentBy(carrier: Carrier, message: OutboxMessage): Promise<boolean> {
  try {
    await carrier.send(message)
    return true
  } catch (reason) {
    // The recipient and the text are personal data.
    const error = reason instanceof Error ? reason.message : String(reason)
    logEvent({ event: 'message-not-sent', kind: message.kind, error })
    return false
  }
}

async function markSent(db: D1Database, { id }: OutboxMessage, now: Date): Promise<void> {
  await db.prepare('UPDATE outbox SET sent_at = ? WHERE id = ?').bind(now.toISOString(), id).run()
}

/**
 * Delivers mail or SMS. `send` throws when the carrier does not accept the message. It is retried,
 * so the carrier may get the same id twice. To add a carrier, return one in `carrierFor`.
 */
type Carrier = { readonly send: (message: OutboxMessage) => Promise<void> }

function carrierFor(config: BackendConfig, kind: OutboxMessage['kind']): Carrier | null {
  const url = kind === 'mail' ? config.MAIL_WEBHOOK_URL : config.SMS_WEBHOOK_URL
  return url === null ? null : webhookCarrier(url, config.MESSAGE_WEBHOOK_TOKEN ?? '')
}

/** POSTs `{ id, kind, to, subject, text }` as JSON, with the id as Idempotency-Key. */
function webhookCarrier(url: string, token: string): Carrier {
  return {
    async send({ id, kind, recipient, subject, body }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'Idempotency-Key': id,
        },
        body: JSON.stringify({ id, kind, to: recipient, subject, text: body }),
        // Following a redirect turns the POST into a GET, and the message would be lost.
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The carrier answered ${response.status}`)
    },
  }
}
