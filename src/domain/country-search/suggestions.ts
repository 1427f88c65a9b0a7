import type { Findable } from './search.ts'

/** As many as fit a screen; the page that the form leads to shows all. */
export const maxSuggestions = 8

/** What the browser needs to suggest countries, in one language: one small list, asked for once. */
export type CountrySuggestions = {
  readonly countries: readonly SuggestedCountry[]
  /** What is said of none, one, two … suggestions. */
  readonly counts: readonly string[]
}

export type SuggestedCountry = Findable & {
  /** The lowest price, or that there is nothing in stock. */
  readonly note: string
}
