/** NIST SP 800-63B: at least 8 characters, long passwords allowed, no composition rules. */
export const passwordBounds = { min: 8, max: 128 } as const
