/** A text by plural category of `Intl.PluralRules`. A language uses some of the categories. */
export type PluralForms = { readonly [category in PluralCategory]?: string } & {
  readonly other: string
}
type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many'

/** Texts of a complete language: the keys of the default language, with plural forms. */
export type SameShape<T> = T extends string
  ? string
  : T extends PluralForms
    ? PluralForms
    : { readonly [key in keyof T]: SameShape<T[key]> }

/** Texts of a partial language: some of the keys. Lists are complete. */
export type PartialShape<T> = T extends string
  ? string
  : T extends PluralForms
    ? PluralForms
    : T extends readonly unknown[]
      ? T
      : { readonly [key in keyof T]?: PartialShape<T[key]> }

/** Words that visitors type into the search, in lower case and in every form. */
export type SearchWords = {
  /** After a number: `12 days`. */
  readonly days: readonly string[]
  readonly weeks: readonly string[]
  readonly gigabytes: readonly string[]
  readonly megabytes: readonly string[]
  /** Between places and numbers: `Greece for 12 days`. */
  readonly before: readonly string[]
  /** Between places: `Greece and Turkey`. */
  readonly and: readonly string[]
  /** Beside the names of places: `from Italy to Greece`. */
  readonly ignored: readonly string[]
  /** Codes of countries that visitors type in small letters too, and that are words: `us mexico`. */
  readonly typedCodes: readonly string[]
  /** Words that are also names of places, codes or aliases. A capital letter makes them names. */
  readonly ordinaryNames: readonly string[]
  /** Words that resemble a country, or a part of its title, and are no question. */
  readonly common: readonly string[]
  /** Before the place where a visitor lives. */
  readonly homes: readonly string[]
  /** First words of names that lists and the trip planner ignore: «Республика Алтай» is under А. */
  readonly kindsOfPlaces: readonly string[]
  /** Names of world regions, and of smaller groups of countries. */
  readonly worldRegions: { readonly [region: string]: readonly string[] }
}

/**
 * Words that visitors type for what they do online, in lower case, by the data that it needs:
 * `maps`, `some video`, `work`.
 */
export type TripUseWords = {
  readonly light: readonly string[]
  readonly mixed: readonly string[]
  readonly work: readonly string[]
}

/** Words that visitors type for the time of a trip, in lower case and in every form. */
export type TripTimeWords = {
  /** Before a unit: `two weeks`. */
  readonly numbers: { readonly [word: string]: number }
  readonly months: readonly string[]
  /** Days of a time without a number: `fortnight`. */
  readonly periods: { readonly [words: string]: number }
  /** Times whose number of days follows from a calendar: `next week`, «майские». */
  readonly occasions: { readonly [words: string]: number }
  /** Times that name no number of days: `summer`, `next month`. */
  readonly moments: readonly string[]
  /** Before such a time: `this summer`, `at Christmas`. */
  readonly beforeMoment: readonly string[]
  /** Names of places that begin or end with such a time, in two words. */
  readonly placesWithMoments: readonly string[]
  /** Before the name of a month: `mid-May`, `end of May`. */
  readonly partsOfMonth: readonly string[]
  /** Before the first and the second date: `from 10 to 20 May`. */
  readonly from: readonly string[]
  readonly until: readonly string[]
  /** Before the number of a day: `the 10th`, `Mon 10 May`. */
  readonly beforeDay: readonly string[]
  /** After the number of a day: `5th of May`. */
  readonly dayEndings: readonly string[]
  /** After the number of a year: «2027 года». */
  readonly yearEndings: readonly string[]
  /** Between a unit and its number: «дней на 10». */
  readonly beforeCount: readonly string[]
  /** Before the days until a trip: «через 2 недели». */
  readonly fromNow: readonly string[]
  /** Before the days of a trip or until a trip: `in 3 days`. */
  readonly maybeFromNow: readonly string[]
  /** After a number that counts no days: «недели на 2 человека». */
  readonly countedThings: readonly string[]
  /** Twelve lists. */
  readonly monthNames: readonly (readonly string[])[]
}

/** A section of the FAQ. Idents are part of URLs and the same in every language. */
export type FaqBlockContent = {
  readonly ident: string
  readonly title: string
  readonly questions: readonly {
    readonly ident: string
    readonly question: string
    /** Paragraphs. */
    readonly answer: readonly string[]
  }[]
}

export type SampleReview = {
  readonly author: string
  /** ISO 3166-1 alpha-2 code in lower case. */
  readonly country: string
  /** ISO 8601 date. */
  readonly date: string
  /** 1 to 5 stars. */
  readonly rating: number
  readonly text: string
}

/**
 * Names of places by code (`tr`, `ru/mow`) where people do not use those of `Intl.DisplayNames`.
 */
export type PlaceTitles = { readonly [place: string]: string }

/**
 * Places as headings need them: `в Турции`. Inflected languages have no rule for case and
 * preposition, so each sample place has its own entry. `others` is for other places.
 */
export type PlacePhrases = {
  readonly places: { readonly [place: string]: string }
  readonly others: { readonly country: string; readonly region: string }
}

export type Article = {
  /** The operator must replace the text before the shop opens: `npm run shop -- doctor` reports it. */
  readonly isSample?: true | undefined
  readonly title: string
  readonly lead: string
  readonly sections: readonly { readonly title: string; readonly paragraphs: readonly string[] }[]
}
