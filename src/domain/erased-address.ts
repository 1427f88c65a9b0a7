/**
 * Replaces the address of an erased person in columns that must have one. It has no @, so it is
 * never a real address.
 */
export const erased = 'erased'
