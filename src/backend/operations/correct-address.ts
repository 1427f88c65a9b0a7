import { canonicalMailbox } from '../../domain/mailbox.ts'
import { erased } from '../../domain/erased-address.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { err, ok } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import { readCopies } from '../esims/esim-copy.ts'
import { writeLetter } from '../mail/letter-text.ts'
import { insertMessage } from '../mail/outbox.ts'
import { orderForStaff } from './order-for-staff.ts'
import type { OrderForStaff } from './order-for-staff.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import { deferForeignKeys, renewLink } from './renew-link.ts'
import type { StaffMember } from './staff.ts'

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
    const order = await orderForStaff(context, invoiceID, defaultLocale)
    if (!order) return err({ code: 'not-found' })
    if (order.email === erased) return err({ code: 'refused', reason: 'erased' })
    if (order.email === email) return err({ code: 'refused', reason: 'same-address' })
    if (order.frozenAt !== null) return err({ code: 'refused', reason: 'frozen' })
    const links = await newLinks(context, order, { email, key: input.idempotencyKey })
    return ok({
      details: { from: maskEmail(order.email), to: maskEmail(email) },
      // An erasure does not change the version of the order.
      condition: {
        sql: 'EXISTS (SELECT 1 FROM invoices WHERE id = ? AND email = ?)',
        params: [invoiceID, order.email],
      },
      effects: ({ at }) => [
        context.db
          .prepare(
            'UPDATE invoices SET email = ?2, mailbox = ?3, address_corrected_at = ?4 WHERE id = ?1',
          )
          .bind(invoiceID, email, canonicalMailbox(email), at),
        context.db
          .prepare('UPDATE esims SET email = ?2 WHERE invoice_id = ?1')
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
  { invoiceID, lang }: OrderForStaff,
  { email, key }: NewAddress,
): Promise<D1PreparedStatement[]> {
  const esims = await readCopies(context.db, lang, invoiceID)
  const own = esims.filter(({ recipient }) => recipient === null)
  return own.flatMap((esim) => renewLink(context, esim, { lang, key, change: { email } }))
}

/** Notifies both addresses, so that the owner notices when somebody takes over an order. */
function insertNotices(
  { db, config, now }: ActionContext,
  { invoiceID, lang, email: before }: OrderForStaff,
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
