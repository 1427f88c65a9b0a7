/** Forms by the categories of Intl.PluralRules; English has one and other, Russian one, few, many and other (fractions). */
export type PluralForms = {
  readonly one: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** What Russian must hold to match English: the same keys, a plural where English has one. */
export type SameShape<T> = T extends string
  ? string
  : T extends PluralForms
    ? PluralForms
    : { readonly [key in keyof T]: SameShape<T[key]> }

/** Questions and answers: idents stand in URLs and are the same in both languages; an answer is a list of paragraphs. */
export type FaqBlock = {
  readonly ident: string
  readonly title: string
  readonly questions: readonly {
    readonly ident: string
    readonly question: string
    readonly answer: readonly string[]
  }[]
}

/** What somebody said of the shop. The sample ones are made up, and the page says so. */
export type Review = {
  readonly author: string
  readonly country: string
  readonly date: string
  readonly rating: number
  readonly text: string
}

/** A page of running text. */
export type Article = {
  readonly title: string
  readonly lead: string
  readonly sections: readonly { readonly title: string; readonly paragraphs: readonly string[] }[]
}
