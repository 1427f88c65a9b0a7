import type { Tariff } from '../../contract/catalogue.ts'
import { formatDate } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { wordsOf } from '../../locale/words.ts'

type Bought = {
  readonly tariff: Tariff
  readonly locale: Locale
  readonly hash: string
  readonly activateBy: Date
  /** `https://shop.example`: a mail has no address of its own to be relative to. */
  readonly origin: string
}

/** The letter that brings the eSIM, as plain text. */
export function esimMail({ tariff, locale, hash, activateBy, origin }: Bought): {
  subject: string
  body: string
} {
  const words = wordsOf(locale)
  const plan = tariffName({ locale, words }, tariff)
  const lines = [
    words('mail.hello', { plan }),
    words('mail.link', { url: origin + href(locale, 'instruction', null, { hash }) }),
    words('mail.balance', { url: origin + href(locale, 'operatorInfo', null, { hash }) }),
    words('mail.before', { date: formatDate(activateBy.toISOString()) }),
    words('mail.keep'),
  ]
  return { subject: words('mail.subject', { plan }), body: lines.join('\n\n') }
}
