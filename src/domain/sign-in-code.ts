/** Digits of a sign-in code. */
export const signInCodeLength = 6
export const signInCodePattern = new RegExp(`^\\d{${signInCodeLength}}$`)
