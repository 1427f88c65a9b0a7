import { articles as articlesEn } from '../../content/en/articles.ts'
import { reviews as reviewsEn } from '../../content/en/reviews.ts'
import { articles as articlesRu } from '../../content/ru/articles.ts'
import { reviews as reviewsRu } from '../../content/ru/reviews.ts'
import type { Article, Review } from '../../content/shape.ts'
import type { Locale } from '../shared/locale/locale.ts'

type Content = {
  readonly articles: { readonly [name in 'about' | 'dataPolicy' | 'userAgreement']: Article }
  readonly reviews: readonly Review[]
}

/** The texts that are longer than words, by language. */
export const content: { readonly [locale in Locale]: Content } = {
  en: { articles: articlesEn, reviews: reviewsEn },
  ru: { articles: articlesRu, reviews: reviewsRu },
}
