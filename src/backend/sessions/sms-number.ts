import type { BackendConfig } from '../../config/backend-config.ts'

/**
 * Whether the shop sends SMS to a number in E.164: only to mobile numbers of the configured
 * countries. Premium, satellite and landline numbers cost many times as much, and attackers get a
 * share of it.
 */
export async function isSmsNumber(
  { SMS_COUNTRIES, SMS_NUMBER_TYPES }: BackendConfig,
  phone: string,
): Promise<boolean> {
  // Loaded with the first SMS: the metadata with number types is 157 kB, and no page needs it.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(phone)
  const type = number?.getType()
  return (
    number?.country !== undefined &&
    type !== undefined &&
    SMS_COUNTRIES.includes(number.country) &&
    SMS_NUMBER_TYPES.includes(type)
  )
}
