/** Where plans are laid out for sale: a country, a region of one, a world region, or everything. */
export function placeOf(where: {
  country?: string | undefined
  region?: string | undefined
  worldRegion?: string | undefined
}): string {
  const { country, region, worldRegion } = where
  if (worldRegion !== undefined) return worldRegion
  if (country === undefined) return everywhere
  return region === undefined ? country : `${country}/${region}`
}

export const everywhere = 'all'

/** The lowest price in stock of the place that `place` names in SQL: the cheapest plan's, read off one index. */
export function cheapest(place: string, column: 'price_usd' | 'price_rub'): string {
  return `(SELECT ${column} FROM placements WHERE place = ${place} AND in_stock = 1 ORDER BY price_usd LIMIT 1)`
}

/** A row's lowest price in every currency, or null when nothing is in stock. */
export function priceFrom({
  from_usd,
  from_rub,
}: {
  from_usd: number | null
  from_rub: number | null
}) {
  return from_usd === null || from_rub === null ? null : { USD: from_usd, RUB: from_rub }
}
