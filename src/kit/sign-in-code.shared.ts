/** Seconds that a code is valid. */
export const codeLifetime = 600

/** Seconds until the next code may be sent. */
export const resendPause = 60

export const signInCodeLength = 6
/** The length of new codes while somebody guesses codes. */
export const longCodeLength = 8
export const signInCodePattern = new RegExp(`^(?:\\d{${signInCodeLength}}|\\d{${longCodeLength}})$`)
