import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { settingsOf } from './locales.ts'
import type { Locale } from './locales.ts'

export function parsePhone(locale: Locale, text: string): string | null {
  const { phoneCountry } = settingsOf(locale)
  const number =
    phoneCountry === null
      ? parsePhoneNumberFromString(text.startsWith('+') ? text : `+${text}`)
      : parsePhoneNumberFromString(text, phoneCountry)
  return number?.isValid() ? number.number : null
}

export function formatPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}
