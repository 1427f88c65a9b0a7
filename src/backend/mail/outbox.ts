export type Message = {
  readonly id: string
  readonly kind: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: string
}

type OutboxRow = Omit<Message, 'createdAt'> & { created_at: string }

/** The newest 100 messages. */
export async function listOutbox(db: D1Database): Promise<Message[]> {
  const { results } = await db
    .prepare(
      'SELECT id, kind, recipient, subject, body, created_at FROM outbox ORDER BY created_at DESC LIMIT 100',
    )
    .all<OutboxRow>()
  return results.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }))
}
