import { AsYouType, type CountryCode } from 'libphonenumber-js/min'

/**
 * Formats a phone number while it is typed: `+7 912 345 67 89`. Without a leading +, reads the
 * digits as a number of `country`, or leaves them unchanged if there is no country.
 */
export function formatPhoneAsTyped(text: string, country: CountryCode | undefined): string {
  return new AsYouType(country).input(text)
}
