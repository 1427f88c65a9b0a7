/**
 * Milliseconds after a sign-in or a use of a passkey during which no other confirmation is needed.
 */
export const recentSignInTime = 600_000
