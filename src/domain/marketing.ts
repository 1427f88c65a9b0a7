/** `[A-Za-z0-9_-]{1,64}`, as kept in the promocode and referralCode cookies. */
export const marketingCodePattern = /^[A-Za-z0-9_-]{1,64}$/

/** At most these five marketing parameters are kept (specification, section 3). */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const
export type UtmName = (typeof utmNames)[number]
