import type { Plan, PlanDetails } from '../plans/operations.ts'
import { formatDate } from '../words/formats.shared.ts'
import type { Money, Currency } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { planName, allTermTexts } from '../words/plan-words.ts'
import { wordsOf, type Words } from '../words/words.shared.ts'
import { writeLetter, type LetterPart } from '../messages/letter.ts'
import { receiptPart, hasReceiptMail, type Receipt } from '../messages/receipt.ts'
import { erased } from '../kit/email.shared.ts'
import { detailsJson, planColumn, planJoins, toPlanWithDetails } from '../plans/plan-rows.ts'
import type { PlanRow } from '../plans/plan-rows.ts'
import type { BackendContext, ShopContext } from '../context.ts'
import { insertMessage } from '../messages/outbox.ts'
import { inksOf } from '../plans/map/inks.tsx'
import { copyPause } from '../kit/limits.shared.ts'
import { isoBefore } from '../kit/time.shared.ts'
import { done, notFound } from '../api/operation-result.ts'
import { refuseBlocked, type ReplacementState } from './esim-rows.ts'
import { raw, readRow, readRows, sql } from '../kit/sql.ts'

type SoldEsim = {
  readonly tariff: Plan & PlanDetails
  readonly locale: Locale
  readonly esimHash: string
  readonly activateBy: Date
  /** Null for the buyer's own eSIM. `from` is null if the buyer was erased. */
  readonly gift: { readonly from: string | null; readonly message: string | null } | null
  /** Whether it replaces another eSIM that was emailed before. */
  readonly isReplacement: boolean
  /** The price. Null in emails to recipients of gifts. */
  readonly price: {
    readonly invoiceID: string
    readonly paidAt: string | null
    readonly amount: Money
  } | null
  /** The order and the eSIM's number in it, if it has other eSIMs for the buyer. Otherwise null. */
  readonly order: {
    readonly invoiceID: string
    readonly number: number
    readonly lines: number
  } | null
  /** The shop's origin, such as `https://shop.example`. Links in emails must be absolute. */
  readonly origin: string
}

/**
 * Returns the email with an eSIM. The shop adds the QR code and the activation code when it sends
 * the email.
 */
export function esimMail(esim: SoldEsim) {
  const { tariff, locale, gift, order } = esim
  const words = wordsOf(locale)
  const plan = planName({ locale, words }, tariff)
  const subject = subjectOf(words, esim, plan)
  const top = gift
    ? { heading: subject }
    : {
        eyebrow: order ? `${words('payment.numberOf', placeIn(order))}: ${plan}` : plan,
        heading: words('instruction.headings.bought', { place: tariff.placeTitle }),
      }
  return {
    subject,
    ...writeLetter({ locale, ...top, inks: inksOf(tariff), parts: partsOf(esim, plan) }),
  }
}

function subjectOf(words: Words, { gift, isReplacement, order }: SoldEsim, plan: string): string {
  if (isReplacement) return words('mail.replacementSubject', { plan })
  if (gift) return words('mail.giftSubject', { plan })
  return order
    ? words('mail.subjectOf', { ...placeIn(order), plan })
    : words('mail.subject', { plan })
}

/** Emails of one order would otherwise be equal, and two phones would install the same eSIM. */
function placeIn({ number, lines }: NonNullable<SoldEsim['order']>) {
  return { number, count: lines }
}

function partsOf(esim: SoldEsim, plan: string): LetterPart[] {
  const { tariff, locale, esimHash, activateBy, gift, price, order, origin } = esim
  const words = wordsOf(locale)
  const query = { hash: esimHash }
  const date = formatDate(activateBy.toISOString())
  return [
    { kind: 'text', text: greeting(words, esim) },
    ...(gift?.message ? [{ kind: 'quote', text: gift.message } as const] : []),
    {
      kind: 'text',
      text: words(tariff.starts === 'installation' ? 'mail.beforeInstall' : 'mail.before', {
        date,
      }),
    },
    ...allTermTexts({ locale, words }, tariff).map((text) => ({ kind: 'text', text }) as const),
    {
      kind: 'button',
      label: words('mail.install'),
      url: origin + href(locale, 'instruction', null, query),
    },
    { kind: 'esim', esimHash },
    {
      kind: 'link',
      label: words('instruction.balance'),
      url: origin + href(locale, 'operatorInfo', null, query),
    },
    ...(order === null
      ? []
      : [
          {
            kind: 'link',
            label: words('mail.allOfOrder'),
            url: origin + href(locale, 'paymentSuccess', null, { invoiceID: order.invoiceID }),
          } as const,
        ]),
    ...(price ? [receiptPart(locale, receiptOf(plan, price))] : []),
    { kind: 'note', text: words('mail.keep') },
  ]
}

function greeting(words: Words, { gift, isReplacement }: SoldEsim): string {
  if (isReplacement) return words('mail.replacement')
  if (gift === null) return words('mail.hello')
  const { from } = gift
  return from === null ? words('mail.giftUnnamed') : words('mail.gift', { from })
}

function receiptOf(plan: string, price: NonNullable<SoldEsim['price']>): Receipt {
  const { invoiceID, paidAt, amount } = price
  return { invoiceID, paidAt, lines: [{ plan, amount }], total: amount }
}

export type EsimCopyRow = PlanRow & {
  details: string
  esim_hash: string
  order_id: string
  line_position: number
  email: string
  activate_by: string
  recipient: string | null
  message: string | null
  amount_minor: number
  currency: Currency
  paid_at: string | null
  has_receipt_mail: number
  is_refunded: number
  is_refunding: number
  replacement: ReplacementState | null
  is_replacement: number
  is_frozen: number
}

/** SQL without the WHERE condition over `esim_states e`. */
function selectCopies(lang: Locale): string {
  return `SELECT ${planColumn(lang, '1')}, ${detailsJson()} AS details, e.esim_hash, e.order_id,
      e.line_position, e.email, e.activate_by, l.recipient, l.message,
      l.amount_minor, o.currency, o.paid_at,
      ${hasReceiptMail(sql`o.id`).text} AS has_receipt_mail, e.is_refunded, e.is_refunding,
      e.replacement, l.is_replacement, e.is_frozen
    FROM esim_states e JOIN line_states l
      ON l.order_id = e.order_id AND l.position = e.line_position
    JOIN orders o ON o.id = e.order_id
    JOIN plans t ON t.id = e.plan_id ${planJoins}`
}

/**
 * Returns a statement that emails an eSIM again, to the address of its order or to the recipient of
 * a gift.
 */
export function mailCopy(
  { db, config, now }: ShopContext,
  esim: EsimCopyRow,
  { lang, dedupeKey }: { readonly lang: Locale; readonly dedupeKey: string },
): D1PreparedStatement {
  const mail = esimMail({
    tariff: toPlanWithDetails(esim, wordsOf(lang)),
    locale: lang,
    esimHash: esim.esim_hash,
    activateBy: new Date(esim.activate_by),
    gift: esim.recipient === null ? null : giftOf(esim),
    isReplacement: esim.is_replacement === 1,
    price: priceOf(esim.order_id, esim),
    // No link to the order, because its page hides the eSIM after a corrected address.
    order: null,
    origin: config.SITE_ORIGIN,
  })
  const recipient = esim.recipient ?? esim.email
  const message = {
    ...mail,
    kind: 'mail',
    purpose: 'esim-copy',
    invoiceID: esim.order_id,
    dedupeKey,
    recipient,
    createdAt: now,
  } as const
  // Staff may have erased the person or corrected the address since the eSIM was read.
  const isTheirs = sql`EXISTS (SELECT 1 FROM esims e JOIN order_lines l
      ON l.order_id = e.order_id AND l.position = e.line_position
    WHERE e.esim_hash = ${esim.esim_hash} AND coalesce(l.recipient, e.email) = ${recipient})`
  return insertMessage(db, message, isTheirs)
}

function giftOf({ email, message }: EsimCopyRow) {
  return { from: email === erased ? null : email, message }
}

/** Returns the eSIMs of an order by line, including blocked eSIMs. */
export async function readCopies(
  db: D1Database,
  lang: Locale,
  invoiceID: string,
): Promise<EsimCopyRow[]> {
  const results = await readRows<EsimCopyRow>(db)`${raw(selectCopies(lang))}
    WHERE e.order_id = ${invoiceID} ORDER BY e.line_position`
  return results
}

type PaidEsim = Pick<EsimCopyRow, 'amount_minor' | 'currency' | 'paid_at' | 'has_receipt_mail'>

/**
 * Returns the price of a line for the email with its eSIM. Null if the receipt is a separate email,
 * or the price is 0.
 */
export function priceOf(invoiceID: string, line: PaidEsim) {
  const { amount_minor: minor, currency, paid_at: paidAt } = line
  if (line.has_receipt_mail === 1 || minor === 0) return null
  return { invoiceID, paidAt, amount: { minor, currency } }
}

/** Emails an eSIM again to its buyer, or to the recipient of a gift. */
export async function resendEsim(
  context: BackendContext,
  { hash: esimHash, lang }: { hash: string; lang: Locale },
) {
  const { db, now } = context
  const esim = await readRow<EsimCopyRow>(db)`${raw(selectCopies(lang))}
    WHERE e.esim_hash = ${esimHash}`
  if (!esim) return notFound(context)
  const refusal = refuseBlocked(context, esim)
  if (refusal) return refusal
  // Two requests at the same time have the same key, so they send one copy.
  const last = await db
    .prepare(
      `SELECT max(created_at) AS at FROM outbox
      WHERE order_id = ? AND purpose = 'esim-copy' AND dedupe_key >= ? AND dedupe_key < ?`,
    )
    .bind(esim.order_id, `${esimHash}:`, `${esimHash};`)
    .first<string>('at')
  if (last !== null && last > isoBefore(now, copyPause)) return done()
  await mailCopy(context, esim, { lang, dedupeKey: `${esimHash}:${last ?? ''}` }).run()
  return done()
}
