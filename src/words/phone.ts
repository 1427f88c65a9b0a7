import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { settingsOf } from './locales.shared.ts'
import type { Locale } from './locales.shared.ts'

/** Invisible characters for the direction of text, which some apps add to copied numbers. */
const invisible = /\p{Cf}/gu

/** Returns the number in E.164, or null if it is invalid. Reads a leading 00 as +. */
export function parsePhone(locale: Locale, typed: string): string | null {
  const text = typed.replace(invisible, '').replace(/^\s*00/, '+')
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
