import type { Tariff } from '../../contract/tariffs.ts'
import { formatDate } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { wordsOf } from '../../locale/words.ts'

type Purchase = {
  readonly tariff: Tariff
  readonly locale: Locale
  readonly esimHash: string
  readonly activateBy: Date
  /** Who gives it to the recipient; null for the buyer's own. */
  readonly gift: { readonly from: string; readonly message: string | null } | null
  /** The shop's origin, `https://shop.example`: links in a mail must be absolute. */
  readonly origin: string
}

export function esimMail({ tariff, locale, esimHash, activateBy, gift, origin }: Purchase): {
  subject: string
  body: string
} {
  const words = wordsOf(locale)
  const plan = tariffName({ locale, words }, tariff)
  const query = { hash: esimHash }
  const paragraphs = [
    ...(gift ? [words('mail.gift', { from: gift.from })] : []),
    ...(gift?.message ? [gift.message] : []),
    words('mail.hello', { plan }),
    words('mail.link', { url: origin + href(locale, 'instruction', null, query) }),
    words('mail.balance', { url: origin + href(locale, 'operatorInfo', null, query) }),
    words('mail.before', { date: formatDate(activateBy.toISOString()) }),
    words('mail.keep'),
  ]
  return { subject: words('mail.subject', { plan }), body: paragraphs.join('\n\n') }
}
