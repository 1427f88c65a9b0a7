import { defaultLocale, locales } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { BackendContext } from '../context.ts'
import { screenshotsIn, visitorText } from './contact-message.ts'
import { letterSchema, writeLetter } from './letter.ts'
import type { Letter } from './letter.ts'
import { storedJson } from '../kit/db.ts'
import { messageVersion, performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { insertMessage } from './outbox.ts'
import type { MessageAction, StaffMember } from '../api/staff.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../kit/paging.ts'

/** A message of a contact form with the answers by staff. */
export type Conversation = {
  readonly id: string
  /** Increases with each staff action. */
  readonly version: number
  readonly subject: string
  /** The visitor's name, address, message and browser. Empty after the retention period. */
  readonly body: string
  /** The visitor's address. Null after the retention period. */
  readonly sender: string | null
  /** The shop's address that received the message. */
  readonly recipient: string
  readonly lang: Locale
  readonly createdAt: string
  readonly answeredAt: string | null
  /** The file name of the screenshot. Null without a screenshot. */
  readonly screenshot: string | null
  readonly answers: readonly StaffAnswer[]
}

export type StaffAnswer = {
  readonly id: string
  /** The text that staff typed. Empty after the retention period. */
  readonly text: string
  readonly createdAt: string
  readonly state: 'waiting' | 'sent' | 'failed'
}

type AnswerRow = Pick<StaffAnswer, 'id' | 'createdAt' | 'state'> & {
  readonly letter: string | null
}
type ConversationRow = Omit<Conversation, 'lang' | 'screenshot' | 'answers'> & {
  readonly lang: string | null
}

const conversationColumns = `o.id, o.subject, o.body, o.reply_to AS sender, o.recipient, o.lang,
  o.created_at AS createdAt, o.answered_at AS answeredAt, ${messageVersion} AS version`

export async function readConversation(
  { db }: Pick<BackendContext, 'db'>,
  id: string,
): Promise<Conversation | null> {
  const row = await db
    .prepare(
      `SELECT ${conversationColumns} FROM outbox o
      WHERE o.id = ? AND o.purpose = 'contact-message'`,
    )
    .bind(id)
    .first<ConversationRow>()
  if (!row) return null
  const { results } = await db
    .prepare(
      `SELECT id, letter, created_at AS createdAt,
        CASE WHEN given_up_at IS NOT NULL OR bounced_at IS NOT NULL THEN 'failed'
          WHEN sent_at IS NULL THEN 'waiting' ELSE 'sent' END AS state
      FROM outbox WHERE answers = ? ORDER BY created_at`,
    )
    .bind(id)
    .all<AnswerRow>()
  return toConversation(row, results.map(toAnswer))
}

function toAnswer({ letter, ...answer }: AnswerRow): StaffAnswer {
  const stored = letter === null ? null : storedJson(letterSchema.nullable(), letter, null)
  const [typed = ''] = (stored?.parts ?? []).flatMap((part) =>
    part.kind === 'text' ? [part.text] : [],
  )
  return { ...answer, text: typed }
}

function toConversation(row: ConversationRow, answers: readonly StaffAnswer[]): Conversation {
  return {
    ...row,
    lang: locales.find((locale) => locale === row.lang) ?? defaultLocale,
    screenshot: screenshotsIn(row.body)[0] ?? null,
    answers,
  }
}

type MessageInput = ActionInput & { readonly messageID: string }

/** Emails an answer to the visitor who wrote a message, and marks the message as answered. */
export async function answerMessage(
  context: ActionContext,
  staff: StaffMember,
  { text, ...input }: MessageInput & { readonly text: string },
): Promise<ActionResult> {
  const { db } = context
  return act(context, staff, { ...input, action: 'answer', input: { text } }, (conversation) => {
    const { id: messageID, sender, subject, recipient } = conversation
    if (sender === null) return err({ code: 'refused', reason: 'no-address' })
    return ok({
      details: {},
      // An erasure does not change the version of the message.
      condition: {
        sql: `EXISTS (SELECT 1 FROM outbox WHERE id = ? AND body <> '')`,
        params: [messageID],
      },
      effects: ({ id, at }) => [
        insertMessage(db, {
          kind: 'mail',
          purpose: 'answer',
          dedupeKey: id,
          recipient: sender,
          subject: `Re: ${subject}`,
          ...writeLetter(letterOf(conversation, text)),
          replyTo: recipient,
          answers: messageID,
          createdAt: new Date(at),
        }),
        setAnswered(db, messageID, at),
      ],
    })
  })
}

/** Marks a message that was answered elsewhere or needs no answer. */
export async function markAnswered(
  context: ActionContext,
  staff: StaffMember,
  input: MessageInput,
): Promise<ActionResult> {
  const request = { ...input, action: 'mark-answered', input: {} } as const
  return act(context, staff, request, ({ id, answeredAt }) => {
    if (answeredAt !== null) return err({ code: 'refused', reason: 'answered' })
    return ok({ details: {}, effects: ({ at }) => [setAnswered(context.db, id, at)] })
  })
}

/** Marks an answered message as waiting for an answer again. */
export async function reopenMessage(
  context: ActionContext,
  staff: StaffMember,
  input: MessageInput,
): Promise<ActionResult> {
  const request = { ...input, action: 'reopen', input: {} } as const
  return act(context, staff, request, ({ id, answeredAt }) => {
    if (answeredAt === null) return err({ code: 'refused', reason: 'not-answered' })
    return ok({ details: {}, effects: () => [setAnswered(context.db, id, null)] })
  })
}

async function act(
  context: ActionContext,
  staff: StaffMember,
  {
    messageID,
    ...request
  }: MessageInput & { readonly action: MessageAction; readonly input: unknown },
  plan: (conversation: Conversation) => Result<ActionPlan, ActionProblem>,
): Promise<ActionResult> {
  const subject = { kind: 'message', id: messageID } as const
  return performAction(context, staff, { ...request, subject }, async () => {
    const conversation = await readConversation(context, messageID)
    return conversation ? plan(conversation) : err({ code: 'not-found' })
  })
}

/** Returns the answer with the visitor's message below it. */
function letterOf({ lang, body }: Conversation, text: string): Letter {
  const words = wordsOf(lang)
  return {
    locale: lang,
    heading: words('mail.answerHeading'),
    parts: [
      { kind: 'text', text },
      { kind: 'note', text: words('mail.youWrote') },
      { kind: 'quote', text: visitorText(body, words) },
    ],
  }
}

function setAnswered(db: D1Database, id: string, at: string | null): D1PreparedStatement {
  return db.prepare('UPDATE outbox SET answered_at = ? WHERE id = ?').bind(at, id)
}

type MessageFilter = {
  readonly isAnswered: boolean
  /** Part of the message, the name or the address. */
  readonly search: string
  /** The last message of the previous page, or '' for the first page. */
  readonly after: string
}

type MessagePage = {
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
