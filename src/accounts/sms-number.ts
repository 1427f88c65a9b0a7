import type { BackendConfig } from '../settings.ts'

/**
 * Whether the shop sends SMS to a number in E.164. The configuration lists countries and types of
 * numbers. An SMS to a premium, satellite or landline number costs many times as much, and
 * attackers get a share of the price. Refuses other spellings of a number, such as those with a
 * national prefix after the country code, because accounts and limits belong to its only spelling.
 */
export async function isSmsNumber(
  { SMS_COUNTRIES, SMS_NUMBER_TYPES }: BackendConfig,
  phone: string,
): Promise<boolean> {
  // Loaded with the first SMS, because the metadata of number types is 157 kB. No page needs it.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(phone)
  const type = number?.getType()
  return (
    number?.number === phone &&
    number.country !== undefined &&
    type !== undefined &&
    SMS_COUNTRIES.includes(number.country) &&
    SMS_NUMBER_TYPES.includes(type)
  )
}
