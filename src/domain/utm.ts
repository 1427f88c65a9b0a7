/**
 * The five marketing parameters of the specification (section 3). The shop ignores other
 * parameters.
 */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const
export type UtmName = (typeof utmNames)[number]

/**
 * Characters of a value. Not in field-limits.ts, because the boot script would load that whole
 * file.
 */
export const maxUtmLength = 200
