import {
  about,
  advantages,
  contacts,
  dataPolicy,
  referral,
  reviews,
  tariffReviews,
  userAgreement,
} from '../../content/index.ts'
import type { Advantage } from '../../content/schemas.ts'
import type { Article, SampleReview } from '../../content/types.ts'
import { versionIn } from './fallback.ts'
import { locales } from './locales.ts'
import type { Locale } from './locales.ts'

type LocaleContent = {
  readonly articles: {
    readonly [name in 'about' | 'dataPolicy' | 'userAgreement' | 'contacts' | 'referral']: Article
  }
  readonly advantages: readonly Advantage[]
  readonly reviews: readonly SampleReview[]
  readonly tariffReviews: readonly SampleReview[]
}

export const content = Object.fromEntries(locales.map((locale) => [locale, contentIn(locale)])) as {
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
    tariffReviews: versionIn(locale, tariffReviews),
  }
}
