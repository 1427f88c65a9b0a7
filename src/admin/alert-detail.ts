import type { OpenAlert } from '../backend/reports/open-alerts.ts'
import { formatTime } from '../locale/formats.ts'
import type { Locale } from '../locale/locales.ts'
import { moneyInDetail } from '../locale/money-in-detail.ts'
import { nameIn } from './admin-words.ts'
import type { AdminWords } from './admin-words.ts'

/**
 * Translates the detail of an alert, which is stored in English, with the texts of the back office.
 */
export function alertDetail(
  locale: Locale,
  words: AdminWords,
  { kind, detail }: Pick<OpenAlert, 'kind' | 'detail'>,
): string {
  const inWords = moneyInDetail(locale, detail)
    .replace(/(\d+) codes in the hour of (\S+) UTC/, (_, count: string, time: string) =>
      words('alertDetails.codes', { count: Number(count), time: formatTime(`${time}Z`) }),
    )
    .replace(/refund at (\S+) UTC/, (_, time: string) =>
      words('alertDetails.refund', { time: formatTime(`${time}Z`) }),
    )
    .replace(/failed (\d+) times/, (_, count: string) =>
      words('alertDetails.failed', { count: Number(count) }),
    )
    .replace(/and (\d+) more/, (_, count: string) =>
      words('alertDetails.more', { count: Number(count) }),
    )
  if (kind !== 'mail-failed' && kind !== 'mail-bounced') return inWords
  return inWords.replace(/[a-z][a-z-]+/g, (purpose) => nameIn(words, 'purposes', purpose))
}
