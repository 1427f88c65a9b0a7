import {
  about,
  advantages,
  contacts,
  dataPolicy,
  referral,
  reviews,
  planReviews,
  userAgreement,
} from '../../content/index.ts'
import type { Advantage } from '../../content/schemas.ts'
import type { Article, SampleReview, PartialShape } from '../../content/types.ts'
import { defaultLocale, knownLocales, type Locale } from './locales.shared.ts'

type LocaleContent = {
  readonly articles: {
    readonly [name in 'about' | 'dataPolicy' | 'userAgreement' | 'contacts' | 'referral']: Article
  }
  readonly advantages: readonly Advantage[]
  readonly reviews: readonly SampleReview[]
  readonly planReviews: readonly SampleReview[]
}

export const content = Object.fromEntries(
  knownLocales.map((locale) => [locale, contentIn(locale)]),
) as {
  readonly [locale in Locale]: LocaleContent
} // one entry per locale

function contentIn(locale: Locale): LocaleContent {
  return {
    articles: {
      about: versionIn(locale, about),
      dataPolicy: versionIn(locale, dataPolicy),
      userAgreement: versionIn(locale, userAgreement),
      contacts: versionIn(locale, contacts),
      referral: versionIn(locale, referral),
    },
    advantages: versionIn(locale, advantages),
    reviews: versionIn(locale, reviews),
    planReviews: versionIn(locale, planReviews),
  }
}

type Versions<T> = { readonly [lang in typeof defaultLocale]: T } & {
  readonly [lang: string]: PartialShape<NoInfer<T>>
}

/**
 * Returns the content file of a locale. Missing keys come from the default locale. Does not merge
 * lists.
 */
export function versionIn<T>(locale: Locale, versions: Versions<T>): T {
  return merge(versions[defaultLocale], versions[locale])
}

function merge<T>(full: T, partial: unknown): T {
  if (partial === undefined) return full
  if (!isObject(full) || !isObject(partial)) return partial as T // Versions checks the type
  const known = Object.keys(full).map((key) => [key, merge(full[key], partial[key])])
  return { ...partial, ...Object.fromEntries(known) }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
