import table from './map/nearby-countries.json' with { type: 'json' }

/** Codes of the closest countries by country, the closest first. */
const nearby: { readonly [country: string]: string | undefined } = table

/** Maximum number of countries outside a plan's coverage that a map names. */
const named = 6

type Nearness = {
  /** Position in the list of popular countries. */
  readonly popularity: number
  /** Lower when the country is closer to more of the covered countries. */
  readonly places: number
}

/**
 * Returns countries close to the covered countries that are not covered themselves. The most
 * popular countries come first, then those closest to most of the covered countries.
 * @param listed codes of the shop
 * @param popular codes in order
 */
export function uncoveredCountries(
  covered: readonly string[],
  listed: readonly string[],
  popular: readonly string[],
): string[] {
  const near = new Map<string, Nearness>()
  for (const country of covered)
    (nearby[country] ?? '').split(' ').forEach((code, place) => {
      if (covered.includes(code) || !listed.includes(code)) return
      const known = near.get(code)
      near.set(code, {
        popularity: popular.includes(code) ? popular.indexOf(code) : popular.length,
        places: (known?.places ?? 0) - 1 / (place + 1),
      })
    })
  return [...near]
    .toSorted(([, a], [, b]) => a.popularity - b.popularity || a.places - b.places)
    .slice(0, named)
    .map(([code]) => code)
}

type NearbyPlace = { readonly countryCode2Letters: string; readonly inStock: boolean }

/**
 * Returns countries with plans in stock that are close to a country without plans.
 * @param popular in order
 */
export function nearbyOnSale<Country extends NearbyPlace>(
  code: string,
  all: readonly Country[],
  popular: readonly NearbyPlace[],
): Country[] {
  const onSale = new Map(
    all.filter(({ inStock }) => inStock).map((each) => [each.countryCode2Letters, each]),
  )
  const popularCodes = popular.map(({ countryCode2Letters }) => countryCode2Letters)
  return uncoveredCountries([code], [...onSale.keys()], popularCodes).flatMap(
    (near) => onSale.get(near) ?? [],
  )
}
