import { cachePerLocale } from './cache-per-locale.ts'
import { settingsOf } from './locales.ts'

/**
 * Returns the name of a language in itself, after its short label: `En, English`. The name of a
 * button begins with its text, so that voice control can find it.
 */
export const languageName = cachePerLocale((locale) => {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return `${settingsOf(locale).label}, ${name}`
})
