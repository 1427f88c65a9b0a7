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
