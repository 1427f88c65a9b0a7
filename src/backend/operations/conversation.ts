import { defaultLocale, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import type { BackendContext } from '../context.ts'
import { screenshotsIn } from '../mail/contact-message.ts'
import { letterSchema } from '../mail/letter.ts'
import { storedJson } from '../stored-json.ts'
import { messageVersion } from './subject-version.ts'

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

type AnswerRow = {
  id: string
  letter: string | null
  created_at: string
  sent_at: string | null
  has_failed: number
}

export type ConversationRow = {
  id: string
  version: number
  subject: string
  body: string
  reply_to: string | null
  recipient: string
  lang: string | null
  created_at: string
  answered_at: string | null
}

export const conversationColumns = `o.id, o.subject, o.body, o.reply_to, o.recipient, o.lang,
  o.created_at, o.answered_at, ${messageVersion} AS version`

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
      `SELECT id, letter, created_at, sent_at,
        given_up_at IS NOT NULL OR bounced_at IS NOT NULL AS has_failed
      FROM outbox WHERE answers = ? ORDER BY created_at`,
    )
    .bind(id)
    .all<AnswerRow>()
  return toConversation(row, results.map(toAnswer))
}

function toAnswer({ id, letter, created_at, sent_at, has_failed }: AnswerRow): StaffAnswer {
  const stored = letter === null ? null : storedJson(letterSchema.nullable(), letter, null)
  const [typed = ''] = (stored?.parts ?? []).flatMap((part) =>
    part.kind === 'text' ? [part.text] : [],
  )
  return {
    id,
    text: typed,
    createdAt: created_at,
    state: has_failed === 1 ? 'failed' : sent_at === null ? 'waiting' : 'sent',
  }
}

export function toConversation(
  row: ConversationRow,
  answers: readonly StaffAnswer[],
): Conversation {
  const { id, version, subject, body, recipient } = row
  // Older rows contain the visitor's address only in the body.
  const [, named = null] = /<([^<>\s]+@[^<>\s]+)>/.exec(body) ?? []
  return {
    id,
    version,
    subject,
    body,
    sender: row.reply_to ?? named,
    recipient,
    lang: locales.find((locale) => locale === row.lang) ?? defaultLocale,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    screenshot: screenshotsIn(body)[0] ?? null,
    answers,
  }
}
