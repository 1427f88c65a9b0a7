/**
 * Days for which browsers store the cookies of the shop (specification, section 9). The data policy
 * in `content/` has the same numbers.
 */
export const cookieDays = {
  /** The language and the cookie consent. */
  preferences: 365,
  session: 300,
  /** After this time, rate limits treat the browser as new. */
  signInNonce: 300,
  /** The promo code and the referral code of a link. */
  marketing: 30,
  /** A traveller may check the phone, choose a plan and order it on different days. */
  phone: 30,
} as const
