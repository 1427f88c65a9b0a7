/**
 * Replaces the address of an erased person in columns that must have one. It has no @, so it is
 * never a real address.
 */
export const erased = 'erased'

/** Whether a column contains no address, because its person was erased. A partner's has an id. */
export function isErasedAddress(address: string): boolean {
  return address === erased || address.startsWith(`${erased}:`)
}
