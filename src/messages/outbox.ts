import { erased } from '../kit/email.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { storedJson } from '../kit/db.ts'
import { letterSchema } from './letter.ts'
import type { Letter } from './letter.ts'

export const messagePurposes = [
  'sign-in-code',
  'esim',
  'esim-copy',
  'top-up',
  'sold-out',
  'delayed',
  'usage',
  'review',
  'reminder',
  'refund',
  'receipt',
  'contact-message',
  'answer',
  'withdrawal',
  'password-changed',
  'new-sign-in',
  'passkey',
  'address-changed',
  'alert',
] as const
export type MessagePurpose = (typeof messagePurposes)[number]

/**
 * The buyer of an order. The statement reads the address, because staff can correct it, or erase
 * the person, after the shop has read the order.
 */
type BuyerOf = { readonly buyerOf: string }

/** SQL with one parameter, which the statement evaluates. */
export type ComputedKey = { readonly sql: string; readonly param: string }

type NewMessage = {
  readonly kind: 'mail' | 'sms'
  readonly purpose: MessagePurpose
  /** Unique within the purpose. A repeated key inserts no second message. */
  readonly dedupeKey: string | ComputedKey
  readonly recipient: string | BuyerOf
  /** Empty for an SMS. */
  readonly subject: string
  readonly body: string
  /** The content of an HTML email. `writeLetter` returns it with the body. */
  readonly letter?: Letter
  /** The Reply-To address. The default is the shop's support address. */
  readonly replyTo?: string
  /** The order that the message is about. */
  readonly invoiceID?: string
  /** The language of the visitor who wrote the message. */
  readonly lang?: Locale
  /** The id of the contact message that this email answers. */
  readonly answers?: string
  readonly createdAt: Date
  readonly expiresAt?: Date
}

export type OutboxMessage = {
  readonly id: string
  readonly kind: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly letter: Letter | null
  readonly replyTo: string | null
  readonly createdAt: string
}

/**
 * SQL that removes the content of a message. Its row stays, so that the message is not sent again.
 */
export const withoutText = `subject = '', body = '', letter = NULL, reply_to = NULL,
  bounce_reason = NULL, failure = NULL`

export type OutboxRow = Omit<OutboxMessage, 'letter'> & { readonly letter: string | null }
export const messageColumns = `id, kind, recipient, subject, body, letter, reply_to AS replyTo,
  created_at AS createdAt`

/**
 * Inserts a message, if the SQL condition `when` is true. Inserts none for an erased person. Run it
 * in the transaction that causes the message.
 */
export function insertMessage(
  db: D1Database,
  message: NewMessage,
  when: { readonly sql: string; readonly params: readonly string[] } = { sql: 'true', params: [] },
): D1PreparedStatement {
  const address = addressOf(message.recipient)
  const key = keyOf(message.dedupeKey)
  // The phone number of an erased partner is replaced with `erased` and the partner's id.
  return db
    .prepare(
      `INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, letter,
        reply_to, order_id, lang, answers, created_at, expires_at)
      SELECT ?, ?, ?, ${key.sql}, addressee, ?, ?, ?, ?, ?, ?, ?, ?, ?
      FROM (SELECT ${address.sql} AS addressee)
      WHERE addressee <> '${erased}' AND addressee NOT LIKE '${erased}:%' AND ${when.sql}
      ON CONFLICT (purpose, dedupe_key) DO NOTHING`,
    )
    .bind(
      secretID(),
      message.kind,
      message.purpose,
      key.param,
      message.subject,
      message.body,
      message.letter ? JSON.stringify(message.letter) : null,
      message.replyTo ?? null,
      message.invoiceID ?? null,
      message.lang ?? null,
      message.answers ?? null,
      message.createdAt.toISOString(),
      message.expiresAt?.toISOString() ?? null,
      address.param,
      ...when.params,
    )
}

function keyOf(key: NewMessage['dedupeKey']): ComputedKey {
  return typeof key === 'string' ? { sql: '?', param: key } : key
}

function addressOf(recipient: NewMessage['recipient']) {
  return typeof recipient === 'string'
    ? { sql: '?', param: recipient }
    : { sql: '(SELECT email FROM orders WHERE id = ?)', param: recipient.buyerOf }
}

/** Returns the last 100 messages, newest first. */
export async function listOutbox(db: D1Database): Promise<OutboxMessage[]> {
  const { results } = await db
    .prepare(`SELECT ${messageColumns} FROM outbox ORDER BY created_at DESC LIMIT 100`)
    .all<OutboxRow>()
  return results.map(toMessage)
}

export async function findMessage(db: D1Database, id: string): Promise<OutboxMessage | null> {
  const row = await db
    .prepare(`SELECT ${messageColumns} FROM outbox WHERE id = ?`)
    .bind(id)
    .first<OutboxRow>()
  return row && toMessage(row)
}

export function toMessage({ letter, ...row }: OutboxRow): OutboxMessage {
  const written = letter === null ? null : storedJson(letterSchema.nullable(), letter, null)
  return { ...row, letter: written }
}
