/** Maximum length of the reason for a staff action, in characters. */
export const maxReason = 500
