import { canonicalMailbox, erased } from '../kit/email.shared.ts'
import { maskEmail } from '../kit/masks.shared.ts'
import { err, ok } from '../kit/result.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import { isMoneyBack } from './operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { readCopies, mailCopy } from '../esims/esim-mail.ts'
import type { EsimCopyRow } from '../esims/esim-mail.ts'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { orderForOffice } from './order-for-office.ts'
import type { OrderForOffice, LineForOffice } from './order-for-office.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import type { SqlCondition } from '../api/audit.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { endPush } from '../messages/push.ts'

type Correction = ActionInput & {
  readonly invoiceID: string
  /** Valid and in lower case. */
  readonly email: string
}

/**
 * Changes the address of an order. Its eSIMs get new links, which are emailed to the new address.
 * Links in earlier emails stop working. Both addresses get a notice. Gifts keep their recipients
 * and links, because the buyer has never seen these links: `redirectGift` changes them.
 */
export async function correctAddress(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, email, ...input }: Correction,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'address', subject, input: { email } } as const
  return performAction(context, staff, request, async () => {
    const order = await orderForOffice(context, invoiceID, defaultLocale)
    if (!order) return err({ code: 'not-found' })
    if (order.email === erased) return err({ code: 'refused', reason: 'erased' })
    if (order.email === email) return err({ code: 'refused', reason: 'same-address' })
    if (order.frozenAt !== null) return err({ code: 'refused', reason: 'frozen' })
    const links = await newLinks(context, order, { email, key: input.idempotencyKey })
    return ok({
      details: { from: maskEmail(order.email), to: maskEmail(email) },
      // An erasure does not change the version of the order.
      condition: {
        sql: 'EXISTS (SELECT 1 FROM orders WHERE id = ? AND email = ?)',
        params: [invoiceID, order.email],
      },
      effects: ({ at }) => [
        context.db
          .prepare(
            'UPDATE orders SET email = ?2, mailbox = ?3, address_corrected_at = ?4 WHERE id = ?1',
          )
          .bind(invoiceID, email, canonicalMailbox(email), at),
        context.db
          .prepare('UPDATE esims SET email = ?2 WHERE order_id = ?1')
          .bind(invoiceID, email),
        deferForeignKeys(context.db),
        ...links,
        ...insertNotices(context, order, { email, key: input.idempotencyKey }),
      ],
    })
  })
}

type NewAddress = { readonly email: string; readonly key: string }

/** Replaces the secrets of the buyer's eSIMs, and emails the eSIMs that are not refunded. */
async function newLinks(
  context: ActionContext,
  { invoiceID, lang }: OrderForOffice,
  { email, key }: NewAddress,
): Promise<D1PreparedStatement[]> {
  const esims = await readCopies(context.db, lang, invoiceID)
  const own = esims.filter(({ recipient }) => recipient === null)
  return own.flatMap((esim) => renewLink(context, esim, { lang, key, change: { email } }))
}

/** Notifies both addresses, so that the owner notices when somebody takes over an order. */
function insertNotices(
  { db, config, now }: ActionContext,
  { invoiceID, lang, email: before }: OrderForOffice,
  { email, key }: NewAddress,
): D1PreparedStatement[] {
  const words = wordsOf(lang)
  const subject = words('mail.addressSubject')
  const text = words('mail.address', { address: maskEmail(email), email: config.SUPPORT_EMAIL })
  return [before, email].map((recipient) =>
    insertMessage(db, {
      kind: 'mail',
      purpose: 'address-changed',
      invoiceID,
      dedupeKey: `${invoiceID}:${key}:${recipient === email ? 'new' : 'old'}`,
      recipient,
      subject,
      ...writeLetter({ locale: lang, heading: subject, parts: [{ kind: 'text', text }] }),
      createdAt: now,
    }),
  )
}

type Redirection = ActionInput & {
  readonly invoiceID: string
  /** The line of the gift. */
  readonly position: number
  /** Valid and in lower case. */
  readonly email: string
}

/**
 * Changes the recipient of a gift. A delivered eSIM gets a new link, which is emailed to the new
 * recipient, and its earlier link stops working. The buyer gets a notice, and so does the earlier
 * recipient if the eSIM was delivered.
 */
export async function redirectGift(
  context: ActionContext,
  staff: StaffMember,
  { invoiceID, position, email, ...input }: Redirection,
): Promise<ActionResult> {
  const subject = { kind: 'invoice', id: invoiceID } as const
  const request = { ...input, action: 'address', subject, input: { position, email } } as const
  return performAction(context, staff, request, async () => {
    const order = await orderForOffice(context, invoiceID, defaultLocale)
    if (!order) return err({ code: 'not-found' })
    const line = order.lines.find((each) => each.position === position)
    const before = line?.recipient ?? null
    if (line === undefined || before === null) return err({ code: 'refused', reason: 'not-a-gift' })
    const reason = refusalOf(order, line, email)
    if (reason !== null) return err({ code: 'refused', reason })
    const esims = await readCopies(context.db, order.lang, invoiceID)
    const esim = esims.find((each) => each.line_position === position)
    const key = input.idempotencyKey
    const told = [order.email, ...(esim ? [before] : [])]
    return ok({
      details: { line: position, from: maskEmail(before), to: maskEmail(email) },
      condition: isForRecipient(order, position, before),
      effects: () => [
        context.db
          .prepare('UPDATE order_lines SET recipient = ?3 WHERE order_id = ?1 AND position = ?2')
          .bind(invoiceID, position, email),
        deferForeignKeys(context.db),
        ...(esim
          ? renewLink(context, esim, { lang: order.lang, key, change: { recipient: email } })
          : []),
        ...insertGiftNotices(context, order, { told, email, key }),
      ],
    })
  })
}

/** The condition that nobody was erased: an erasure does not change the version of the order. */
function isForRecipient(
  { invoiceID, email }: OrderForOffice,
  position: number,
  recipient: string,
): SqlCondition {
  return {
    sql: `EXISTS (SELECT 1 FROM order_lines l JOIN orders i ON i.id = l.order_id
      WHERE i.id = ? AND l.position = ? AND l.recipient = ? AND i.email = ?)`,
    params: [invoiceID, position, recipient, email],
  }
}

function refusalOf(
  { frozenAt, status }: OrderForOffice,
  { isErased, isReturned, recipient }: LineForOffice,
  email: string,
): RefusedReason | null {
  if (isErased) return 'erased'
  if (frozenAt !== null) return 'frozen'
  if (isReturned || isMoneyBack(status)) return 'not-delivered'
  return recipient === email ? 'same-address' : null
}

type Notice = { readonly told: readonly string[]; readonly email: string; readonly key: string }

/**
 * Notifies the buyer and the earlier recipient, so that they notice when a stranger has requested
 * it.
 */
function insertGiftNotices(
  { db, config, now }: ActionContext,
  { invoiceID, lang }: OrderForOffice,
  { told, email, key }: Notice,
): D1PreparedStatement[] {
  const words = wordsOf(lang)
  const subject = words('mail.giftAddressSubject')
  const text = words('mail.giftAddress', { address: maskEmail(email), email: config.SUPPORT_EMAIL })
  // The buyer may be the earlier recipient.
  return [...new Set(told)].map((recipient, index) =>
    insertMessage(db, {
      kind: 'mail',
      purpose: 'address-changed',
      invoiceID,
      dedupeKey: `${invoiceID}:${key}:${index}`,
      recipient,
      subject,
      ...writeLetter({ locale: lang, heading: subject, parts: [{ kind: 'text', text }] }),
      createdAt: now,
    }),
  )
}

type Renewal = {
  readonly lang: Locale
  /** The idempotency key of the action. */
  readonly key: string
  /** The new address of the eSIM. */
  readonly change: Partial<Pick<EsimCopyRow, 'email' | 'recipient'>>
}

/** Emails about an eSIM that were written for the earlier owner and contain the earlier link. */
const ownersMails = `purpose IN ('esim', 'esim-copy', 'usage', 'review', 'reminder')`

/**
 * Returns statements that replace the secret of an eSIM, and email the new link unless the eSIM is
 * refunded. The consent to emails ends, and unsent emails with the earlier link are deleted,
 * because the new address may belong to another person. The batch must begin with
 * `deferForeignKeys`.
 */
function renewLink(
  context: ActionContext,
  esim: EsimCopyRow,
  { lang, key, change }: Renewal,
): D1PreparedStatement[] {
  const { db } = context
  const esimHash = secretID()
  const dedupeKey = `${esim.order_id}:${esim.line_position}:${key}`
  const renewed = { ...esim, ...change, esim_hash: esimHash }
  return [
    db
      .prepare(
        `DELETE FROM outbox WHERE order_id = ?1 AND recipient = ?2 AND sent_at IS NULL
          AND ${ownersMails} AND instr(body, ?3)`,
      )
      .bind(esim.order_id, esim.recipient ?? esim.email, esim.esim_hash),
    db
      .prepare(
        `UPDATE esims SET has_usage_mails = 0, has_review_mail = 0, review_mail_at = NULL,
          reminder_at = NULL
        WHERE esim_hash = ?`,
      )
      .bind(esim.esim_hash),
    // Browsers that subscribed with the old link must get no more push messages.
    ...endPush(db, esim.esim_hash),
    ...['esims', 'top_ups'].map((table) =>
      db
        .prepare(`UPDATE ${table} SET esim_hash = ? WHERE esim_hash = ?`)
        .bind(esimHash, esim.esim_hash),
    ),
    ...(esim.is_refunded === 1 ? [] : [mailCopy(context, renewed, { lang, dedupeKey })]),
  ]
}

/** Checks foreign keys at commit, because `esims` changes before the rows that reference it. */
function deferForeignKeys(db: D1Database): D1PreparedStatement {
  return db.prepare('PRAGMA defer_foreign_keys = on')
}
