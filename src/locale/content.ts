import { advantages as advantagesEn } from '../../content/en/advantages.ts'
import { articles as articlesEn } from '../../content/en/articles.ts'
import { contacts as contactsEn } from '../../content/en/contacts.ts'
import { referral as referralEn } from '../../content/en/referral.ts'
import { reviews as reviewsEn } from '../../content/en/reviews.ts'
import { tariffReviews as tariffReviewsEn } from '../../content/en/tariff-reviews.ts'
import { advantages as advantagesRu } from '../../content/ru/advantages.ts'
import { articles as articlesRu } from '../../content/ru/articles.ts'
import { contacts as contactsRu } from '../../content/ru/contacts.ts'
import { referral as referralRu } from '../../content/ru/referral.ts'
import { reviews as reviewsRu } from '../../content/ru/reviews.ts'
import { tariffReviews as tariffReviewsRu } from '../../content/ru/tariff-reviews.ts'
import type { Advantage } from '../../content/schemas.ts'
import type { Article, Review } from '../../content/types.ts'
import type { Locale } from './locales.ts'

type Content = {
  readonly articles: {
    readonly [name in 'about' | 'dataPolicy' | 'userAgreement' | 'contacts' | 'referral']: Article
  }
  readonly advantages: readonly Advantage[]
  readonly reviews: readonly Review[]
  readonly tariffReviews: readonly Review[]
}

/** The texts that are longer than words, by language. */
export const content: { readonly [locale in Locale]: Content } = {
  en: {
    articles: { ...articlesEn, contacts: contactsEn, referral: referralEn },
    advantages: advantagesEn,
    reviews: reviewsEn,
    tariffReviews: tariffReviewsEn,
  },
  ru: {
    articles: { ...articlesRu, contacts: contactsRu, referral: referralRu },
    advantages: advantagesRu,
    reviews: reviewsRu,
    tariffReviews: tariffReviewsRu,
  },
}
