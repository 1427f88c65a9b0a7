import { expect, it } from 'vitest'
import { z } from 'zod'
import { advantages as advantagesEn } from './en/advantages.ts'
import { articles as articlesEn } from './en/articles.ts'
import { contacts as contactsEn } from './en/contacts.ts'
import { countryTexts as countryTextsEn } from './en/country-texts.ts'
import { faq as faqEn } from './en/faq.ts'
import { referral as referralEn } from './en/referral.ts'
import { regionTexts as regionTextsEn } from './en/region-texts.ts'
import { reviews as reviewsEn } from './en/reviews.ts'
import { tariffReviews as tariffReviewsEn } from './en/tariff-reviews.ts'
import { words as wordsEn } from './en/words.ts'
import { advantages as advantagesRu } from './ru/advantages.ts'
import { articles as articlesRu } from './ru/articles.ts'
import { contacts as contactsRu } from './ru/contacts.ts'
import { countryTexts as countryTextsRu } from './ru/country-texts.ts'
import { faq as faqRu } from './ru/faq.ts'
import { referral as referralRu } from './ru/referral.ts'
import { regionTexts as regionTextsRu } from './ru/region-texts.ts'
import { reviews as reviewsRu } from './ru/reviews.ts'
import { tariffReviews as tariffReviewsRu } from './ru/tariff-reviews.ts'
import { words as wordsRu } from './ru/words.ts'
import {
  advantageSchema,
  articleSchema,
  faqBlockSchema,
  placeTextsSchema,
  reviewSchema,
} from './schemas.ts'
import { misprintOf, printed } from './typography.ts'

const en = {
  advantages: advantagesEn,
  articles: { ...articlesEn, contacts: contactsEn, referral: referralEn },
  countryTexts: countryTextsEn,
  faq: faqEn,
  regionTexts: regionTextsEn,
  reviews: reviewsEn,
  tariffReviews: tariffReviewsEn,
}
const ru: typeof en = {
  advantages: advantagesRu,
  articles: { ...articlesRu, contacts: contactsRu, referral: referralRu },
  countryTexts: countryTextsRu,
  faq: faqRu,
  regionTexts: regionTextsRu,
  reviews: reviewsRu,
  tariffReviews: tariffReviewsRu,
}
const schema = z.strictObject({
  advantages: z.array(advantageSchema).length(6),
  articles: z.record(z.string(), articleSchema),
  countryTexts: placeTextsSchema,
  faq: z.array(faqBlockSchema).min(5),
  regionTexts: placeTextsSchema,
  reviews: z.array(reviewSchema).min(12),
  tariffReviews: z.array(reviewSchema).min(6),
})

/** Keys whose values are the same in every language. */
const technical = ['ident', 'country', 'date', 'rating']

it.each([
  ['English', en],
  ['Russian', ru],
])('holds every text of the shop in %s', (_language, content) => {
  const { error } = schema.safeParse(content)
  expect(error && z.prettifyError(error)).toBeUndefined()
})

it('has the same parts in both languages', () => {
  expect(skeletonOf(ru)).toEqual(skeletonOf(en))
})

it('asks thirty questions at least', () => {
  expect(en.faq.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(30)
})

it('names every block and question of the FAQ once', () => {
  const names = en.faq.flatMap(({ ident, questions }) => [
    ident,
    ...questions.map((each) => each.ident),
  ])
  expect(new Set(names).size).toBe(names.length)
})

it.each([
  ['English', en.reviews],
  ['Russian', ru.reviews],
])('lets every reviewer speak once in %s, newest first', (_language, reviews) => {
  const authors = reviews.map(({ author }) => author)
  expect(new Set(authors).size).toBe(authors.length)
  const dates = reviews.map(({ date }) => date)
  expect(dates.toSorted().toReversed()).toEqual(dates)
})

/** Spellings that are wrong whatever they mean; where meaning decides (все, счета, тяжело) the eye must. */
const withoutYo = new RegExp(
  `(?<![а-яё])(?:${[
    'еще|ее|нее|мое|твое|свое|моем|твоем|своем|чье|причем|вперед',
    'идет|придет|пойдет|найдет|дает|берет|живет|займет|возьмет|пришлем|перевел|провел|привел',
    '(?:начнет|вернет)(?:е|есь|ся)?|платеж|(?:под|от)?счет',
    '(?:партнер|самолет|полет|прилет|объем|подъем|прием|отчет|расчет|учет|зачет)(?:а|у|ом|е|ы|ов|ам|ами|ах)?',
    '(?:партнерск|учетн|надежн|четк)[а-я]+|(?:дешев|тяжел|темн|черн|желт)(?:ый|ая|ое|ые|ого|ой|ых)',
  ].join('|')})(?![а-яё])`,
  'i',
)

it.each(textsOf([wordsRu, ru]))('is set as Russian is printed: %s', (text) => {
  expect(text).not.toMatch(misprintOf('ru'))
  expect(text, 'a word that has ё').not.toMatch(withoutYo)
  expect(text, 'npm run typography').toBe(printed('ru', text))
  expect(text.trim()).not.toBe('')
})

it.each(textsOf([wordsEn, en]))('is set as English is printed: %s', (text) => {
  expect(text).not.toMatch(misprintOf('en'))
  expect(text, 'npm run typography').toBe(printed('en', text))
  expect(text.trim()).not.toBe('')
})

/** What both languages share: keys, idents, countries, days and stars, and how many texts stand where. */
function skeletonOf(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(skeletonOf)
  if (typeof tree !== 'object' || tree === null) return typeof tree
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      technical.includes(key) ? value : skeletonOf(value),
    ]),
  )
}

/** Every text in a tree of objects and lists, without idents and the like. */
function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  if (Array.isArray(tree)) return tree.flatMap(textsOf)
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    technical.includes(key) ? [] : textsOf(value),
  )
}
