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
/** Messages that a search has in memory at a time. Anyone can write many, of 4,000 characters. */
const searchedAtOnce = 500

/** Returns the newest messages of contact forms, without their answers. */
export async function contactMessages(
  { db }: Pick<BackendContext, 'db'>,
  { isAnswered, search }: MessageFilter,
): Promise<readonly Conversation[]> {
  // SQLite ignores case for ASCII letters only, so the search runs here.
  const words = search.toLowerCase()
  const limit = search === '' ? maxMessages : searchedAtOnce
  const found: ConversationRow[] = []
  let last: ConversationRow | undefined
  do {
    const rows = await readMessages(db, { isAnswered, limit, before: last })
    found.push(
      ...rows.filter(({ subject, body }) => `${subject}\n${body}`.toLowerCase().includes(words)),
    )
    last = rows.length === limit ? rows.at(-1) : undefined
  } while (last !== undefined && found.length < maxMessages)
  return found.slice(0, maxMessages).map((row) => toConversation(row, []))
}

type MessagePart = Pick<MessageFilter, 'isAnswered'> & {
  readonly limit: number
  /** The last message of the previous part. */
  readonly before: ConversationRow | undefined
}

async function readMessages(
  db: D1Database,
  { isAnswered, limit, before }: MessagePart,
): Promise<readonly ConversationRow[]> {
  const { results } = await db
    .prepare(
      // '~' sorts after all times.
      `SELECT ${conversationColumns} FROM outbox o
      WHERE o.purpose = 'contact-message' AND (o.answered_at IS NOT NULL) = ?1
        AND (o.created_at, o.id) < (?2, ?3)
      ORDER BY o.created_at DESC, o.id DESC LIMIT ?4`,
    )
    .bind(Number(isAnswered), before?.created_at ?? '~', before?.id ?? '', limit)
    .all<ConversationRow>()
  return results
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
