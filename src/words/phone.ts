import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { readLine } from '../kit/typed.shared.ts'
import { settingsOf, type Locale } from './locales.shared.ts'

/** Returns the number in E.164, or null if it is invalid. Reads a leading 00 as +. */
export function parsePhone(locale: Locale, typed: string): string | null {
  const text = readLine(typed).replace(/^tel:/i, '').replace(/^00/, '+')
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
