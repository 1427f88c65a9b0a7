import { maskEmail } from '../../domain/mask-email.ts'
import { err, ok } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import { readCopies } from '../esims/esim-copy.ts'
import { writeLetter } from '../mail/letter-text.ts'
import { insertMessage } from '../mail/outbox.ts'
import type { SqlCondition } from './audit.ts'
import { orderForStaff } from './order-for-staff.ts'
import type { LineForStaff, OrderForStaff } from './order-for-staff.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { RefusedReason } from './refused-reason.ts'
import { deferForeignKeys, renewLink } from './renew-link.ts'
import type { StaffMember } from './staff.ts'

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
    const order = await orderForStaff(context, invoiceID, defaultLocale)
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
          .prepare(
            'UPDATE invoice_lines SET recipient = ?3 WHERE invoice_id = ?1 AND position = ?2',
          )
          .bind(invoiceID, position, email),
        deferForeignKeys(context.db),
        ...(esim
          ? renewLink(context, esim, { lang: order.lang, key, change: { recipient: email } })
          : []),
        ...insertNotices(context, order, { told, email, key }),
      ],
    })
  })
}

/** The condition that nobody was erased: an erasure does not change the version of the order. */
function isForRecipient(
  { invoiceID, email }: OrderForStaff,
  position: number,
  recipient: string,
): SqlCondition {
  return {
    sql: `EXISTS (SELECT 1 FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
      WHERE i.id = ? AND l.position = ? AND l.recipient = ? AND i.email = ?)`,
    params: [invoiceID, position, recipient, email],
  }
}

function refusalOf(
  { frozenAt, status }: OrderForStaff,
  { isErased, isReturned, recipient }: LineForStaff,
  email: string,
): RefusedReason | null {
  if (isErased) return 'erased'
  if (frozenAt !== null) return 'frozen'
  if (isReturned || status === 'refunded') return 'not-delivered'
  return recipient === email ? 'same-address' : null
}

type Notice = { readonly told: readonly string[]; readonly email: string; readonly key: string }

/**
 * Notifies the buyer and the earlier recipient, so that they notice when a stranger has requested
 * it.
 */
function insertNotices(
  { db, config, now }: ActionContext,
  { invoiceID, lang }: OrderForStaff,
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
