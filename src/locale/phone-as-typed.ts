import { AsYouType } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'

/**
 * Formats a phone number while it is typed: `+7 912 345 67 89`. Without a leading + the digits are
 * read as a number of `country`, or left as they are when there is none.
 */
export function formatPhoneAsTyped(text: string, country: CountryCode | undefined): string {
  return new AsYouType(country).input(text)
}
