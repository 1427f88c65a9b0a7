/** What a phone needs to download a profile. Forms: GSMA SGP.22, section 4.1. */
export type ActivationCode = {
  /** Host name of the SM-DP+ server, without scheme. */
  readonly smdpAddress: string
  readonly matchingId: string
  /** Asked by the phone after scanning; travels apart from the QR code. */
  readonly confirmationCode: string | null
}

export const smdpAddressPattern =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
export const matchingIdPattern = /^[A-Za-z0-9-]{1,255}$/
export const iccidPattern = /^\d{18,20}$/

/** The text inside the QR code: `LPA:1$<SM-DP+>$<matching ID>[$<OID>[$1]]`, the 1 when a confirmation code is asked. */
export function lpaString({ smdpAddress, matchingId, confirmationCode }: ActivationCode): string {
  return `LPA:1$${smdpAddress}$${matchingId}${confirmationCode === null ? '' : '$$1'}`
}

/** One-tap links (iOS 17.4+, Android 10+); null when a character would need escaping, which phones read differently. */
export function installLinks(code: ActivationCode): { ios: string; android: string } | null {
  if (!smdpAddressPattern.test(code.smdpAddress) || !matchingIdPattern.test(code.matchingId))
    return null
  const query = `esim_qrcode_provisioning?carddata=${lpaString(code)}`
  return {
    ios: `https://esimsetup.apple.com/${query}`,
    android: `https://esimsetup.android.com/${query}`,
  }
}

/** Whether the last digit is the Luhn digit of the rest (ITU-T E.118). Real suppliers' samples fail it: warn, never refuse. */
export function passesLuhn(iccid: string): boolean {
  const sum = Array.from(iccid)
    .toReversed()
    .reduce((total, character, position) => {
      const digit = Number(character) * (position % 2 === 1 ? 2 : 1)
      return total + (digit > 9 ? digit - 9 : digit)
    }, 0)
  return sum % 10 === 0
}
