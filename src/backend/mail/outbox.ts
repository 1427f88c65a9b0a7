export type Message = {
  readonly id: string
  readonly kind: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: string
}

/** A row of the table; other columns are not read. */
export type OutboxRow = Omit<Message, 'createdAt'> & { created_at: string }
export const messageColumns = 'id, kind, recipient, subject, body, created_at'

/** Written in the transaction that causes it; the same id a second time is the same message. `when`: only if that holds. */
export function insertMessage(
  db: D1Database,
  { id, kind, recipient, subject, body, createdAt }: Message,
  when: { readonly sql: string; readonly params: readonly string[] } = { sql: 'true', params: [] },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox (${messageColumns}) SELECT ?, ?, ?, ?, ?, ? WHERE ${when.sql} ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, kind, recipient, subject, body, createdAt, ...when.params)
}

/** The newest 100 messages. */
export async function listOutbox(db: D1Database): Promise<Message[]> {
  const { results } = await db
    .prepare(`SELECT ${messageColumns} FROM outbox ORDER BY created_at DESC LIMIT 100`)
    .all<OutboxRow>()
  return results.map(toMessage)
}

export function toMessage({ id, kind, recipient, subject, body, created_at }: OutboxRow): Message {
  return { id, kind, recipient, subject, body, createdAt: created_at }
}
