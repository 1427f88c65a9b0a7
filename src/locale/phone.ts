import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Locale } from './locales.ts'

/** E.164 of what somebody typed, `+79123456789`; null when no such number can exist. Without a country code a Russian reader's is Russian. */
export function parsePhone(locale: Locale, text: string): string | null {
  const number =
    locale === 'ru'
      ? parsePhoneNumberFromString(text, 'RU')
      : parsePhoneNumberFromString(text.startsWith('+') ? text : `+${text}`)
  return number?.isValid() ? number.number : null
}
