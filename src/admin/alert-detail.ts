import { alertDetailText } from '../backend/alerts/alert-detail-text.ts'
import type { Locale } from '../locale/locales.ts'
import { nameIn } from './admin-words.ts'
import type { AdminWords } from './admin-words.ts'

/** Translates the stored detail of an alert. */
export function alertDetail(locale: Locale, words: AdminWords, stored: string): string {
  return alertDetailText(locale, stored, (purpose) => nameIn(words, 'purposes', purpose))
}
