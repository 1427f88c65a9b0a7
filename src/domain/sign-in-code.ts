export const signInCodeLength = 6
export const signInCodePattern = new RegExp(`^\\d{${signInCodeLength}}$`)
