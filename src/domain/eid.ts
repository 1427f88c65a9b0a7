/** `imei` means 15 digits, which `*#06#` shows beside the EID. */
export type EidProblem = 'length' | 'imei' | 'checkDigits'

const eidLength = 32
const imeiLength = 15

/**
 * Checks an EID, the number of a phone's eSIM chip, as typed or copied. Returns null for a valid
 * EID.
 *
 * The last two of its 32 digits are check digits: the whole number is 1 modulo 97 (GSMA SGP.02,
 * section 2.2.2, and SGP.29).
 */
export function eidProblem(text: string): EidProblem | null {
  const digits = text.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return 'length'
  if (digits.length === imeiLength) return 'imei'
  if (digits.length !== eidLength) return 'length'
  return BigInt(digits) % 97n === 1n ? null : 'checkDigits'
}
