import type { Tariff } from '../plans/operations.ts'
import { formatDate } from '../words/formats.shared.ts'
import type { Money } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { tariffName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { Words } from '../words/words.shared.ts'
import { writeLetter } from '../messages/letter.ts'
import type { LetterPart } from '../messages/letter.ts'
import { receiptPart } from '../messages/receipt.ts'
import type { Receipt } from '../messages/receipt.ts'

type SoldEsim = {
  readonly tariff: Tariff
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
  const plan = tariffName({ locale, words }, tariff)
  const subject = subjectOf(words, esim, plan)
  const top = gift
    ? { heading: subject }
    : {
        eyebrow: order ? `${words('payment.numberOf', placeIn(order))}: ${plan}` : plan,
        heading: words('instruction.headings.bought', { place: tariff.placeTitle }),
      }
  return { subject, ...writeLetter({ locale, ...top, parts: partsOf(esim, plan) }) }
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
  const { locale, esimHash, activateBy, gift, price, order, origin } = esim
  const words = wordsOf(locale)
  const query = { hash: esimHash }
  const date = formatDate(activateBy.toISOString())
  return [
    { kind: 'text', text: greeting(words, esim) },
    ...(gift?.message ? [{ kind: 'quote', text: gift.message } as const] : []),
    { kind: 'text', text: words('mail.before', { date }) },
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
