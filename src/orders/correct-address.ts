import { canonicalMailbox, erased } from '../kit/email.shared.ts'
import { maskEmail } from '../kit/masks.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { isMoneyBack } from './operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { readCopies, mailCopy, type EsimCopyRow } from '../esims/esim-mail.ts'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import type { OrderForOffice, LineForOffice } from './order-for-office.ts'
import { refused, type ActionContext } from '../api/perform-action.ts'
import { actionOnOrder } from './order-actions.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { endPush } from '../messages/push.ts'
import { prepare, raw, sql } from '../kit/sql.ts'

/**
 * Changes the address of an order. Its eSIMs get new links, which are emailed to the new address.
 * Links in earlier emails stop working. Both addresses get a notice. Gifts keep their recipients
 * and links, because the buyer has never seen these links: `redirectGift` changes them.
 */
export const correctAddress = actionOnOrder<NewEmail>(
  'address',
  async ({ context, order, input: { email, idempotencyKey: key } }) => {
    const { db } = context
    const { invoiceID } = order
    if (order.email === erased) return refused('erased')
    if (order.email === email) return refused('same-address')
    if (order.frozenAt !== null) return refused('frozen')
    const links = await newLinks(context, order, { email, key })
    return ok({
      details: { from: maskEmail(order.email), to: maskEmail(email) },
      // An erasure does not change the version of the order.
      condition: sql`EXISTS (SELECT 1 FROM orders
        WHERE id = ${invoiceID} AND email = ${order.email})`,
      effects: ({ at }) => [
        prepare(db)`UPDATE orders SET email = ${email}, mailbox = ${canonicalMailbox(email)},
            address_corrected_at = ${at}
          WHERE id = ${invoiceID}`,
        prepare(db)`UPDATE esims SET email = ${email} WHERE order_id = ${invoiceID}`,
        deferForeignKeys(db),
        ...links,
        ...insertNotices(context, order, { email, key }),
      ],
    })
  },
)

type NewEmail = {
  /** Valid and in lower case. */
  readonly email: string
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
function insertNotices(context: ActionContext, order: OrderForOffice, { email, key }: NewAddress) {
  return [order.email, email].map((recipient) =>
    insertNotice(context, order, {
      name: 'address',
      recipient,
      email,
      key: `${key}:${recipient === email ? 'new' : 'old'}`,
    }),
  )
}

type Notice = NewAddress & { readonly name: 'address' | 'giftAddress'; readonly recipient: string }

/** Tells a recipient the new address of an order or of a gift. */
function insertNotice(
  { db, config, now }: ActionContext,
  { invoiceID, lang }: OrderForOffice,
  { name, recipient, email, key }: Notice,
) {
  const words = wordsOf(lang)
  const subject = words(`mail.${name}Subject`)
  const text = words(`mail.${name}`, { address: maskEmail(email), email: config.SUPPORT_EMAIL })
  return insertMessage(db, {
    kind: 'mail',
    purpose: 'address-changed',
    invoiceID,
    dedupeKey: `${invoiceID}:${key}`,
    recipient,
    subject,
    ...writeLetter({ locale: lang, heading: subject, parts: [{ kind: 'text', text }] }),
    createdAt: now,
  })
}

type Redirection = NewEmail & {
  /** The line of the gift. */
  readonly position: number
}

/**
 * Changes the recipient of a gift. A delivered eSIM gets a new link, which is emailed to the new
 * recipient, and its earlier link stops working. The buyer gets a notice, and so does the earlier
 * recipient if the eSIM was delivered.
 */
export const redirectGift = actionOnOrder<Redirection>(
  'address',
  async ({ context, order, input: { position, email, idempotencyKey: key } }) => {
    const { db } = context
    const { invoiceID, lang } = order
    const line = order.lines.find((each) => each.position === position)
    const before = line?.recipient ?? null
    if (line === undefined || before === null) return refused('not-a-gift')
    const reason = refusalOf(order, line, email)
    if (reason !== null) return refused(reason)
    const esims = await readCopies(db, lang, invoiceID)
    const esim = esims.find((each) => each.line_position === position)
    const told = [order.email, ...(esim ? [before] : [])]
    return ok({
      details: { line: position, from: maskEmail(before), to: maskEmail(email) },
      condition: isForRecipient(order, position, before),
      effects: () => [
        prepare(db)`UPDATE order_lines SET recipient = ${email}
          WHERE order_id = ${invoiceID} AND position = ${position}`,
        deferForeignKeys(db),
        ...(esim ? renewLink(context, esim, { lang, key, change: { recipient: email } }) : []),
        ...insertGiftNotices(context, order, { told, email, key }),
      ],
    })
  },
)

/** The condition that nobody was erased: an erasure does not change the version of the order. */
function isForRecipient({ invoiceID, email }: OrderForOffice, position: number, recipient: string) {
  return sql`EXISTS (SELECT 1 FROM order_lines l JOIN orders i ON i.id = l.order_id
      WHERE i.id = ${invoiceID} AND l.position = ${position} AND l.recipient = ${recipient}
      AND i.email = ${email})`
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

/**
 * Notifies the buyer and the earlier recipient, so that they notice when a stranger has requested
 * it.
 */
function insertGiftNotices(
  context: ActionContext,
  order: OrderForOffice,
  { told, email, key }: NewAddress & { readonly told: readonly string[] },
) {
  // The buyer may be the earlier recipient.
  return [...new Set(told)].map((recipient, index) =>
    insertNotice(context, order, { name: 'giftAddress', recipient, email, key: `${key}:${index}` }),
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
function renewLink(context: ActionContext, esim: EsimCopyRow, { lang, key, change }: Renewal) {
  const { db } = context
  const esimHash = secretID()
  const dedupeKey = `${esim.order_id}:${esim.line_position}:${key}`
  const renewed = { ...esim, ...change, esim_hash: esimHash }
  return [
    prepare(db)`DELETE FROM outbox WHERE order_id = ${esim.order_id}
        AND recipient = ${esim.recipient ?? esim.email} AND sent_at IS NULL
      AND ${raw(ownersMails)} AND instr(body, ${esim.esim_hash})`,
    prepare(db)`UPDATE esims SET has_usage_mails = 0, has_review_mail = 0, review_mail_at = NULL,
        reminder_at = NULL
      WHERE esim_hash = ${esim.esim_hash}`,
    // Browsers that subscribed with the old link must get no more push messages.
    ...endPush(db, esim.esim_hash),
    ...['esims', 'top_ups'].map(
      (table) =>
        prepare(db)`UPDATE ${raw(table)} SET esim_hash = ${esimHash}
        WHERE esim_hash = ${esim.esim_hash}`,
    ),
    ...(esim.is_refunded === 1 ? [] : [mailCopy(context, renewed, { lang, dedupeKey })]),
  ]
}

/** Checks foreign keys at commit, because `esims` changes before the rows that reference it. */
function deferForeignKeys(db: D1Database): D1PreparedStatement {
  return prepare(db)`PRAGMA defer_foreign_keys = on`
}
