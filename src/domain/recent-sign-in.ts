/**
 * Milliseconds after a sign-in, or after a passkey, in which the visitor needs no other
 * confirmation.
 */
export const recentSignInTime = 600_000
