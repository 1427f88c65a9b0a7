import type { BackendConfig } from '../../config/backend-config.ts'
import { logEvent } from '../../domain/log-event.ts'
import { codeLifetime, codeMessage } from '../sessions/sign-in-codes.ts'
import { messageColumns, toMessage } from './outbox.ts'
import type { Message, OutboxRow } from './outbox.ts'

/**
 * Who carries mail or SMS. `send` throws when the message was not taken; it is tried again then, so the carrier may see the same id twice.
 * A carrier of your own is one such object, chosen in `messengerFor`.
 */
type Messenger = { readonly send: (message: Message) => Promise<void> }

/** A message is tried this often, after a minute, two, four …, two hours in all, and then waits for the operator. */
const maxAttempts = 8
const atOnce = 20

/** Sends what waits in the outbox; returns how many went. Safe to run any number of times at once: a row is taken by one of them. */
export async function sendOutbox(
  db: D1Database,
  config: BackendConfig,
  now: Date,
): Promise<number> {
  const kinds = (['mail', 'sms'] as const).filter((kind) => messengerFor(config, kind) !== null)
  let sent = 0
  for (const kind of kinds) {
    const messenger = messengerFor(config, kind)
    for (const message of await takeUnsent(db, kind, now)) {
      const isSent = await messenger?.send(message).then(
        () => true,
        (reason: unknown) => {
          logFailure(message, reason)
          return false
        },
      )
      if (!isSent) continue
      await db
        .prepare('UPDATE outbox SET sent_at = ? WHERE id = ?')
        .bind(now.toISOString(), message.id)
        .run()
      sent += 1
    }
  }
  return sent
}

async function takeUnsent(db: D1Database, kind: Message['kind'], now: Date): Promise<Message[]> {
  // A code that is no longer good would only confuse.
  const goodSince = new Date(now.getTime() - codeLifetime * 1000).toISOString()
  const { results } = await db
    .prepare(
      `UPDATE outbox SET attempts = attempts + 1, tried_at = ?1 WHERE id IN (
        SELECT id FROM outbox WHERE sent_at IS NULL AND kind = ?2 AND attempts < ${maxAttempts}
          AND (tried_at IS NULL OR unixepoch(tried_at) + 60 * (1 << (attempts - 1)) <= unixepoch(?1))
          AND (created_at > ?3 OR id NOT LIKE '${codeMessage}%')
        ORDER BY created_at LIMIT ${atOnce})
      RETURNING ${messageColumns}`,
    )
    .bind(now.toISOString(), kind, goodSince)
    .all<OutboxRow>()
  return results.map(toMessage)
}

/** null: nobody carries it; in development the outbox page shows it. */
function messengerFor(config: BackendConfig, kind: Message['kind']): Messenger | null {
  const url = kind === 'mail' ? config.MAIL_WEBHOOK_URL : config.SMS_WEBHOOK_URL
  return url === null ? null : webhook(url, config.MESSAGE_WEBHOOK_TOKEN ?? '')
}

/** Any carrier that takes JSON over HTTPS: `{ id, kind, to, subject, text }`; the id is also the Idempotency-Key. */
function webhook(url: string, token: string): Messenger {
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
        signal: AbortSignal.timeout(10_000),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the carrier answered ${response.status}`)
    },
  }
}

/** Without the recipient and the text: both are personal. */
function logFailure({ kind }: Message, reason: unknown): void {
  const error = reason instanceof Error ? reason.message : String(reason)
  logEvent({ event: 'message-not-sent', kind, error })
}
