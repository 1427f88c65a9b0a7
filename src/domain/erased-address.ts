/**
 * Replaces the address of an erased person in columns that must have one. It has no @, so nobody
 * can have it.
 */
export const erased = 'erased'
