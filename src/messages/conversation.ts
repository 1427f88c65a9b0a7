import { defaultLocale, knownLocales, type Locale } from '../words/locales.shared.ts'
import type { DatabaseContext } from '../context.ts'
import { screenshotsIn, visitorText } from './contact-message.ts'
import { letterSchema, writeLetter, type Letter } from './letter.ts'
import { storedJson } from '../kit/db.ts'
import { defineStaffAction, messageVersion, refused } from '../api/perform-action.ts'
import type { ActionOutcome, PlannedAction } from '../api/perform-action.ts'
import { err, ok } from '../kit/result.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { insertMessage } from './outbox.ts'
import type { MessageAction } from '../api/staff.ts'
import { prepare, raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

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
export type ConversationRow = Omit<Conversation, 'lang' | 'screenshot' | 'answers'> & {
  readonly lang: string | null
}

const conversationColumns = sql`o.id, o.subject, o.body, o.reply_to AS sender, o.recipient, o.lang,
  o.created_at AS createdAt, o.answered_at AS answeredAt, ${messageVersion} AS version`

export async function readConversation(
  { db }: DatabaseContext,
  id: string,
): Promise<Conversation | null> {
  const row = await readRow<ConversationRow>(db)`SELECT ${conversationColumns} FROM outbox o
    WHERE o.id = ${id} AND o.purpose = 'contact-message'`
  if (!row) return null
  const results = await readRows<AnswerRow>(db)`SELECT id, letter, created_at AS createdAt,
      CASE WHEN given_up_at IS NOT NULL OR bounced_at IS NOT NULL THEN 'failed'
        WHEN sent_at IS NULL THEN 'waiting' ELSE 'sent' END AS state
    FROM outbox WHERE answers = ${id} ORDER BY created_at`
  return toConversation(row, results.map(toAnswer))
}

function toAnswer({ letter, ...answer }: AnswerRow): StaffAnswer {
  const stored = letter === null ? null : storedJson(letterSchema.nullable(), letter, null)
  const [typed = ''] = (stored?.parts ?? []).flatMap((part) =>
    part.kind === 'text' ? [part.text] : [],
  )
  return { ...answer, text: typed }
}

/** Converts a stored message. A list has no answers. */
export function toConversation(
  row: ConversationRow,
  answers: readonly StaffAnswer[] = [],
): Conversation {
  return {
    ...row,
    lang: knownLocales.find((locale) => locale === row.lang) ?? defaultLocale,
    screenshot: screenshotsIn(row.body)[0] ?? null,
    answers,
  }
}

/** Emails an answer to the visitor who wrote a message, and marks the message as answered. */
export const answerMessage = actionOnMessage<{ readonly text: string }>(
  'answer',
  ({ context: { db }, input: { text }, conversation }) => {
    const { id: messageID, sender, subject, recipient } = conversation
    if (sender === null) return refused('no-address')
    return ok({
      details: {},
      // An erasure does not change the version of the message.
      condition: sql`EXISTS (SELECT 1 FROM outbox WHERE id = ${messageID} AND body <> '')`,
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
  },
)

/** Marks a message that was answered elsewhere or needs no answer. */
export const markAnswered = actionOnMessage(
  'mark-answered',
  ({ context: { db }, conversation: { id, answeredAt } }) =>
    answeredAt === null
      ? ok({ details: {}, effects: ({ at }) => [setAnswered(db, id, at)] })
      : refused('answered'),
)

/** Marks an answered message as waiting for an answer again. */
export const reopenMessage = actionOnMessage(
  'reopen',
  ({ context: { db }, conversation: { id, answeredAt } }) =>
    answeredAt === null
      ? refused('not-answered')
      : ok({ details: {}, effects: () => [setAnswered(db, id, null)] }),
)

type MessageInput<Input> = Input & { readonly messageID: string }
type PlannedAnswer<Input> = PlannedAction<MessageInput<Input>> & {
  readonly conversation: Conversation
}

function actionOnMessage<Input extends object>(
  action: MessageAction,
  plan: (planned: PlannedAnswer<Input>) => ActionOutcome,
) {
  return defineStaffAction<MessageInput<Input>>({
    action,
    subject: ({ messageID: id }) => ({ kind: 'message', id }),
    async plan(planned) {
      const conversation = await readConversation(planned.context, planned.input.messageID)
      return conversation ? plan({ ...planned, conversation }) : err({ code: 'not-found' })
    },
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
  return prepare(db)`UPDATE outbox SET answered_at = ${at} WHERE id = ${id}`
}

/** SQL: what the list of messages reads from `outbox o`. */
export const messageList = {
  columns: conversationColumns,
  from: sql`outbox o`,
  time: sql`o.created_at`,
} as const

/** SQL: the messages of contact forms that contain a text, or that are answered or open. */
export function messagesOf({ q, isAnswered }: MessageFilter): Sql {
  const isFound =
    q === ''
      ? sql`o.answered_at IS ${raw(isAnswered ? 'NOT NULL' : 'NULL')}`
      : sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(spellingsOf(q))})
          WHERE instr(lower(o.subject || char(10) || o.body), value))`
  return sql`o.purpose = 'contact-message' AND ${isFound}`
}

type MessageFilter = { readonly q: string; readonly isAnswered: boolean }

/** Returns the usual spellings of a text: SQLite ignores case for ASCII letters only. */
function spellingsOf(text: string): readonly string[] {
  const small = text.toLowerCase()
  const start = (letters: string) => letters.toUpperCase()
  return [
    ...new Set([
      text,
      small,
      small.toUpperCase(),
      small.replace(/^\p{L}/u, start),
      small.replace(/(?<!\p{L})\p{L}/gu, start),
    ]),
  ].map((spelling) => spelling.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))
}

/** Counts the messages without an answer. */
export async function countOpenMessages({ db }: DatabaseContext): Promise<number> {
  const count = await readRow<{ open: number }>(db)`SELECT count(*) AS open FROM outbox
    WHERE purpose = 'contact-message' AND answered_at IS NULL`
  return count?.open ?? 0
}
