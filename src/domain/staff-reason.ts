/** Maximum length of the reason for an action of staff, in characters. */
export const maxReason = 500
