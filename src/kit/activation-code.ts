import { err, ok, type Result } from './result.shared.ts'

/** The data that a phone needs to download a profile (GSMA SGP.22, section 4.1). */
export type ActivationCode = {
  /** Host name of the SM-DP+ server, without scheme. */
  readonly smdpAddress: string
  readonly matchingId: string
  /** The phone asks for this code after the scan. The QR code does not contain it. */
  readonly confirmationCode: string | null
}

export const smdpAddressPattern =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
export const matchingIdPattern = /^[A-Za-z0-9-]{1,255}$/
export const iccidPattern = /^\d{18,20}$/

/**
 * Returns the text of the QR code: `LPA:1$<SM-DP+ address>$<matching ID>`, followed by `$$1` when
 * the phone must ask for a confirmation code.
 */
export function lpaString({ smdpAddress, matchingId, confirmationCode }: ActivationCode): string {
  return `LPA:1$${smdpAddress}$${matchingId}${confirmationCode === null ? '' : '$$1'}`
}

/** Returns the digits of an ICCID. Suppliers add spaces, and the filler F that the chip stores. */
export function plainIccid(iccid: string): string {
  return iccid.replaceAll(/\s/g, '').replace(/f$/i, '')
}

/** Why a text is not an activation code. The keys are codes of file problems. */
export type CodeProblem =
  | 'no-activation-code'
  | 'host-with-port'
  | 'empty-matching-id'
  | 'no-matching-id'

type CodeParts = Omit<ActivationCode, 'confirmationCode'> & {
  readonly needsConfirmationCode: boolean
}

/**
 * Reads an activation code: the text of a QR code (SGP.22, section 4.1) with or without `LPA:`, an
 * object identifier and the flag of a confirmation code, or an installation link with `carddata`.
 */
export function readActivationCode(text: string): Result<CodeParts, CodeProblem> {
  const code = cardDataOf(text.replaceAll(invisible, '').trim()).replace(/^LPA:/i, '')
  const [version, smdpAddress = '', matchingId, , flag] = code.split('$')
  if (version !== '1' || matchingId === undefined) return err('no-activation-code')
  if (hostWithPort.test(smdpAddress)) return err('host-with-port')
  if (!smdpAddressPattern.test(smdpAddress)) return err('no-activation-code')
  if (matchingId === '') return err('empty-matching-id')
  if (!matchingIdPattern.test(matchingId)) return err('no-matching-id')
  return ok({ smdpAddress, matchingId, needsConfirmationCode: flag === '1' })
}

/** Whether a text was meant to be a whole activation code, and not one of its parts. */
export function looksLikeCode(text: string): boolean {
  return /^\s*(?:LPA:|1\$)|carddata=/i.test(text)
}

/** Zero-width characters, which people copy with a code. */
const invisible = /[\u200B-\u200D\u2060\uFEFF]/g
export const hostWithPort = /^[a-z0-9.-]+:\d+$/i

function cardDataOf(text: string): string {
  const [, encoded] = /[?&]carddata=([^&#\s]+)/i.exec(text) ?? []
  if (encoded === undefined) return text
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/**
 * Returns one-tap install links (iOS 17.4+, Android 10+). Returns null if a character would need
 * escaping, because phones decode escapes differently.
 */
export function installLinks(code: ActivationCode): { ios: string; android: string } | null {
  if (!smdpAddressPattern.test(code.smdpAddress) || !matchingIdPattern.test(code.matchingId))
    return null
  const query = `esim_qrcode_provisioning?carddata=${lpaString(code)}`
  return {
    ios: `https://esimsetup.apple.com/${query}`,
    android: `https://esimsetup.android.com/${query}`,
  }
}

/**
 * Whether an ICCID ends with a valid Luhn check digit (ITU-T E.118). The ICCIDs of some suppliers
 * fail the check, so warn instead of rejecting.
 */
export function passesLuhn(iccid: string): boolean {
  const sum = Array.from(iccid)
    .toReversed()
    .reduce((total, character, position) => {
      const digit = Number(character) * (position % 2 === 1 ? 2 : 1)
      return total + (digit > 9 ? digit - 9 : digit)
    }, 0)
  return sum % 10 === 0
}
