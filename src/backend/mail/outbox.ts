import { secretID } from '../../domain/secret-id.ts'

type MessagePurpose =
  | 'sign-in-code'
  | 'esim'
  | 'esim-copy'
  | 'sold-out'
  | 'usage'
  | 'refund'
  | 'contact-message'
  | 'withdrawal'
  | 'password-changed'
  | 'alert'

type NewMessage = {
  readonly kind: 'mail' | 'sms'
  readonly purpose: MessagePurpose
  /** Names the message within its purpose: the same key again inserts no second message. */
  readonly dedupeKey: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: Date
  readonly expiresAt?: Date
}

export type OutboxMessage = {
  readonly id: string
  readonly kind: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: string
}

export type OutboxRow = Omit<OutboxMessage, 'createdAt'> & { created_at: string }
export const messageColumns = 'id, kind, recipient, subject, body, created_at'

/**
 * Inserts a message. Run it in the transaction that causes the message; with `when`, it inserts
 * only if that SQL condition holds.
 */
export function insertMessage(
  db: D1Database,
  message: NewMessage,
  when: { readonly sql: string; readonly params: readonly string[] } = { sql: 'true', params: [] },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox
        (id, kind, purpose, dedupe_key, recipient, subject, body, created_at, expires_at)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${when.sql}
      ON CONFLICT (purpose, dedupe_key) DO NOTHING`,
    )
    .bind(
      secretID(),
      message.kind,
      message.purpose,
      message.dedupeKey,
      message.recipient,
      message.subject,
      message.body,
      message.createdAt.toISOString(),
      message.expiresAt?.toISOString() ?? null,
      ...when.params,
    )
}

export async function listOutbox(db: D1Database): Promise<OutboxMessage[]> {
  const { results } = await db
    .prepare(`SELECT ${messageColumns} FROM outbox ORDER BY created_at DESC LIMIT 100`)
    .all<OutboxRow>()
  return results.map(toMessage)
}

export function toMessage({
  id,
  kind,
  recipient,
  subject,
  body,
  created_at,
}: OutboxRow): OutboxMessage {
  return { id, kind, recipient, subject, body, createdAt: created_at }
}
