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

/**
 * Returns the five parameters of a query, or null if all are empty. A missing parameter is empty,
 * so that it replaces that of an earlier campaign. Forms without JavaScript use the first of
 * repeated values too.
 */
export function utmOf(search: string): { readonly [name: string]: string } | null {
  const query = new URLSearchParams(search)
  const values = utmNames.map(
    (name) => [name, query.get(name)?.slice(0, maxUtmLength) ?? ''] as const,
  )
  return values.some(([, value]) => value !== '') ? Object.fromEntries(values) : null
}
