import type { BackendContext } from '../context.ts'
import { conversationColumns, toConversation } from '../operations/conversation.ts'
import type { Conversation, ConversationRow } from '../operations/conversation.ts'

export type MessageFilter = {
  readonly isAnswered: boolean
  /** Part of the message, the name or the address. */
  readonly search: string
}

/** Maximum number of messages on a page of the back office. */
const maxMessages = 50

/** Returns the newest messages of contact forms, without their answers. */
export async function contactMessages(
  { db }: Pick<BackendContext, 'db'>,
  { isAnswered, search }: MessageFilter,
): Promise<readonly Conversation[]> {
  const { results } = await db
    .prepare(
      `SELECT ${conversationColumns} FROM outbox o
      WHERE o.purpose = 'contact-message' AND (o.answered_at IS NOT NULL) = ?
      ORDER BY o.created_at DESC`,
    )
    .bind(Number(isAnswered))
    .all<ConversationRow>()
  // SQLite ignores case for ASCII letters only, so the search runs here.
  const words = search.toLowerCase()
  return results
    .filter(({ subject, body }) => `${subject}\n${body}`.toLowerCase().includes(words))
    .slice(0, maxMessages)
    .map((row) => toConversation(row, []))
}

/** Counts the messages without an answer. */
export async function countOpenMessages({ db }: Pick<BackendContext, 'db'>): Promise<number> {
  const count = await db
    .prepare(
      `SELECT count(*) AS open FROM outbox
      WHERE purpose = 'contact-message' AND answered_at IS NULL`,
    )
    .first<number>('open')
  return count ?? 0
}
