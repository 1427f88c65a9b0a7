import { cachePerLocale } from './cache-per-locale.ts'

/** Returns the name of a language in itself: `English`, `русский`. */
export const languageName = cachePerLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale,
)
