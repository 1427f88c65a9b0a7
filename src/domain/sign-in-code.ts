/** Seconds until the next code may be sent. */
export const resendPause = 60

export const signInCodeLength = 6
export const signInCodePattern = new RegExp(`^\\d{${signInCodeLength}}$`)
