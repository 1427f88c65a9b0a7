import { erased } from '../kit/email.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { storedJson } from '../kit/db.ts'
import { letterSchema, type Letter } from './letter.ts'
import { prepare, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

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
  'stock-alert',
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
  'test',
  'webhook',
] as const
export type MessagePurpose = (typeof messagePurposes)[number]

/**
 * The buyer of an order. The statement reads the address, because staff can correct it, or erase
 * the person, after the shop has read the order.
 */
type BuyerOf = { readonly buyerOf: string }

type NewMessage = {
  readonly kind: 'mail' | 'sms'
  readonly purpose: MessagePurpose
  /** Unique within the purpose. A repeated key inserts no second message. */
  readonly dedupeKey: string | Sql
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
  readonly kind: 'mail' | 'sms' | 'webhook'
  readonly purpose: string
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
export const withoutText = sql`subject = '', body = '', letter = NULL, reply_to = NULL,
  bounce_reason = NULL, failure = NULL`

export type OutboxRow = Omit<OutboxMessage, 'letter'> & { readonly letter: string | null }
export const messageColumns = sql`id, kind, purpose, recipient, subject, body, letter, reply_to AS replyTo,
  created_at AS createdAt`

/**
 * Inserts a message, if the SQL condition `when` is true. Inserts none for an erased person. Run it
 * in the transaction that causes the message.
 */
export function insertMessage(
  db: D1Database,
  message: NewMessage,
  when: Sql = sql`true`,
): D1PreparedStatement {
  const { kind, purpose, dedupeKey, recipient, subject, body, letter, createdAt } = message
  const address =
    typeof recipient === 'string'
      ? sql`${recipient}`
      : sql`(SELECT email FROM orders WHERE id = ${recipient.buyerOf})`
  // The phone number of an erased partner is replaced with `erased` and the partner's id.
  return prepare(db)`INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body,
      letter, reply_to, order_id, lang, answers, created_at, expires_at)
    SELECT ${secretID()}, ${kind}, ${purpose}, ${dedupeKey}, addressee, ${subject}, ${body},
      ${letter ? JSON.stringify(letter) : null}, ${message.replyTo ?? null},
      ${message.invoiceID ?? null}, ${message.lang ?? null}, ${message.answers ?? null},
      ${createdAt}, ${message.expiresAt ?? null}
    FROM (SELECT ${address} AS addressee)
    WHERE addressee <> ${erased} AND addressee NOT LIKE ${`${erased}:%`} AND ${when}
    ON CONFLICT (purpose, dedupe_key) DO NOTHING`
}

/** Returns the last 100 messages, newest first. */
export async function listOutbox(db: D1Database): Promise<OutboxMessage[]> {
  const results = await readRows<OutboxRow>(db)`SELECT ${messageColumns} FROM outbox
    ORDER BY created_at DESC LIMIT 100`
  return results.map(toMessage)
}

export async function findMessage(db: D1Database, id: string): Promise<OutboxMessage | null> {
  const row = await readRow<OutboxRow>(db)`SELECT ${messageColumns} FROM outbox
    WHERE id = ${id}`
  return row && toMessage(row)
}

export function toMessage({ letter, ...row }: OutboxRow): OutboxMessage {
  const written = letter === null ? null : storedJson(letterSchema.nullable(), letter, null)
  return { ...row, letter: written }
}
