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
 * Inserts a message unless its id is there already. Run it in the transaction that causes the
 * message; with `when`, it inserts only if that SQL condition holds.
 */
export function insertMessage(
  db: D1Database,
  { id, kind, recipient, subject, body, createdAt }: OutboxMessage,
  when: { readonly sql: string; readonly params: readonly string[] } = { sql: 'true', params: [] },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox (${messageColumns}) SELECT ?, ?, ?, ?, ?, ?
      WHERE ${when.sql} ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, kind, recipient, subject, body, createdAt, ...when.params)
}

/** The newest 100 messages. */
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
