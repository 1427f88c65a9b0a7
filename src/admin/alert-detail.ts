import type { OpenAlert } from '../backend/reports/open-alerts.ts'
import { formatMoney } from '../locale/formats.ts'
import type { Locale } from '../locale/locales.ts'
import { nameIn } from './admin-words.ts'
import type { AdminWords } from './admin-words.ts'

/**
 * The detail of an alert in the words of the office. It is written in English, mostly in SQL, which
 * does not know the digits of a currency: alerts are sent to programs too.
 */
export function alertDetail(
  locale: Locale,
  words: AdminWords,
  { kind, detail }: Pick<OpenAlert, 'kind' | 'detail'>,
): string {
  const inWords = detail
    .replace(
      /(\d+) minor units of ([A-Z]{3})(?: at )?/g,
      (_, minor: string, currency: string) =>
        `${formatMoney(locale, { minor: Number(minor), currency })} `,
    )
    .replace(/(\d+) codes in the hour of (\S+)T(\S+) UTC/, (_, count: string, day, hour) =>
      words('alertDetails.codes', { count: Number(count), time: `${day} ${hour} UTC` }),
    )
    .replace(/failed (\d+) times/, (_, count: string) =>
      words('alertDetails.failed', { count: Number(count) }),
    )
    .replace(/and (\d+) more/, (_, count: string) =>
      words('alertDetails.more', { count: Number(count) }),
    )
    .trim()
  if (kind !== 'mail-failed' && kind !== 'mail-bounced') return inWords
  return inWords.replace(/[a-z][a-z-]+/g, (purpose) => nameIn(words, 'purposes', purpose))
}
