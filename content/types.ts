/** A text by plural category, as `Intl.PluralRules` names them. A language has some of them. */
export type PluralForms = { readonly [category in PluralCategory]?: string } & {
  readonly other: string
}
type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many'

/** What a complete language holds to match the default one: the same keys, plurals for plurals. */
export type SameShape<T> = T extends string
  ? string
  : T extends PluralForms
    ? PluralForms
    : { readonly [key in keyof T]: SameShape<T[key]> }

/** What any language may hold: some of the same keys. Lists are translated as a whole. */
export type PartialShape<T> = T extends string
  ? string
  : T extends PluralForms
    ? PluralForms
    : T extends readonly unknown[]
      ? T
      : { readonly [key in keyof T]?: PartialShape<T[key]> }

/** A block of the FAQ. Idents are part of URLs and the same in every language. */
export type FaqBlock = {
  readonly ident: string
  readonly title: string
  readonly questions: readonly {
    readonly ident: string
    readonly question: string
    /** Paragraphs. */
    readonly answer: readonly string[]
  }[]
}

/** A customer's review. The sample ones are made up, and the page says so. */
export type Review = {
  readonly author: string
  readonly country: string
  readonly date: string
  readonly rating: number
  readonly text: string
}

/** Names of places by code: `tr`, `ru/mow`. */
export type PlaceTitles = { readonly [place: string]: string }

/** A page of running text. */
export type Article = {
  readonly title: string
  readonly lead: string
  readonly sections: readonly { readonly title: string; readonly paragraphs: readonly string[] }[]
}
