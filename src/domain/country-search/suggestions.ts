import type { SearchableCountry } from './search-index.ts'

/** Suggestions that fit on a phone's screen. The results page shows all matches. */
export const maxSuggestions = 8

export type CountrySuggestions = {
  readonly countries: readonly SuggestedCountry[]
  /** Missing from a copy that the browser stored before the release that added world regions. */
  readonly worldRegions?: readonly SuggestedWorldRegion[]
  /** The screen reader text for each number of suggestions, from 0. */
  readonly counts: readonly string[]
}

export type SuggestedCountry = SearchableCountry & {
  readonly note: string
}

export type SuggestedWorldRegion = {
  readonly region: string
  readonly title: string
  readonly note: string
}
