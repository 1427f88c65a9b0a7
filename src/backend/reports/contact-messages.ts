import type { BackendContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../cursor-page.ts'
import { conversationColumns, toConversation } from '../operations/conversation.ts'
import type { Conversation, ConversationRow } from '../operations/conversation.ts'

export type MessageFilter = {
  readonly isAnswered: boolean
  /** Part of the message, the name or the address. */
  readonly search: string
  /** The last message of the previous page, or '' for the first page. */
  readonly after: string
}

export type MessagePage = {
  readonly messages: readonly Conversation[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

/** Messages that a search has in memory at a time. Anyone can write many, of 4,000 characters. */
const searchedAtOnce = 500

/**
 * Returns a page of messages of contact forms, without their answers. The visitor who waits longest
 * for an answer is first. Of the answered messages, the newest is first.
 */
export async function contactMessages(
  { db }: Pick<BackendContext, 'db'>,
  { isAnswered, search, after }: MessageFilter,
): Promise<MessagePage> {
  // SQLite ignores case for ASCII letters only, so the search runs here.
  const words = search.toLowerCase()
  const limit = search === '' ? rowsToRead : searchedAtOnce
  const found: ConversationRow[] = []
  let last: string | undefined = after
  do {
    const rows = await readMessages(db, { isAnswered, limit, after: last })
    found.push(
      ...rows.filter(({ subject, body }) => `${subject}\n${body}`.toLowerCase().includes(words)),
    )
    last = rows.length === limit ? rows.at(-1)?.id : undefined
  } while (last !== undefined && found.length < rowsToRead)
  const { items, next } = cursorPageOf(found, ({ id }) => id)
  return { messages: items.map((row) => toConversation(row, [])), next }
}

const rows = { table: 'outbox', alias: 'o', time: 'created_at' } as const
const openMessages = { ...rows, first: 'oldest' } as const
const answeredMessages = { ...rows, first: 'newest' } as const

type MessagePart = Pick<MessageFilter, 'isAnswered' | 'after'> & { readonly limit: number }

async function readMessages(
  db: D1Database,
  { isAnswered, limit, after }: MessagePart,
): Promise<readonly ConversationRow[]> {
  const list = isAnswered ? answeredMessages : openMessages
  const { results } = await db
    .prepare(
      `SELECT ${conversationColumns} FROM outbox o
      WHERE o.purpose = 'contact-message' AND o.answered_at IS ${isAnswered ? 'NOT NULL' : 'NULL'}
        AND ${rowsAfter(list)} LIMIT ?2`,
    )
    .bind(after, limit)
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
