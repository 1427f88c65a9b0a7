import { maxLength } from './field-limits.ts'

export const marketingCodePattern = new RegExp(`^[A-Za-z0-9_-]{1,${maxLength.marketingCode}}$`)

/** The five marketing parameters of the specification (section 3). Others are ignored. */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const
export type UtmName = (typeof utmNames)[number]
