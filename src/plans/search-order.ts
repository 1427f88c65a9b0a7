import type { SearchableCountry } from './country-search.shared.ts'

type CatalogueCountry = SearchableCountry & { readonly inStock: boolean }

/**
 * Sorts popular countries first, in their order, and countries without plans last. Equal matches of
 * a search stay in this order: `tur` finds Türkiye before Turkmenistan.
 */
export function searchOrder<Country extends CatalogueCountry>(
  countries: readonly Country[],
  popular: readonly CatalogueCountry[],
): readonly Country[] {
  const known = sorted.get(countries)
  // Returns the same list for the same dictionaries, because the search index is stored by list.
  if (known?.popular === popular) return known.list as readonly Country[] // sorted below
  const ranks = new Map(popular.map(({ countryCode2Letters: code }, rank) => [code, rank]))
  const rankOf = ({ countryCode2Letters: code, inStock }: Country) =>
    inStock ? (ranks.get(code) ?? popular.length) : popular.length + 1
  const list = countries.toSorted((a, b) => rankOf(a) - rankOf(b))
  sorted.set(countries, { popular, list })
  return list
}

type SearchOrder = {
  readonly popular: readonly CatalogueCountry[]
  readonly list: readonly CatalogueCountry[]
}

const sorted = new WeakMap<readonly CatalogueCountry[], SearchOrder>()
