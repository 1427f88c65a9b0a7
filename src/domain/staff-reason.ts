/**
 * Maximum length of the reason for a staff action, in characters. A partner's page shows ten
 * reasons, and must fit in 14,000 bytes.
 */
export const maxReason = 200
