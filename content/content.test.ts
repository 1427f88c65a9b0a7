import { expect, it } from 'vitest'
import { articles as articlesEn } from './en/articles.ts'
import { faq as faqEn } from './en/faq.ts'
import { reviews as reviewsEn } from './en/reviews.ts'
import { words as wordsEn } from './en/words.ts'
import { articles as articlesRu } from './ru/articles.ts'
import { faq as faqRu } from './ru/faq.ts'
import { reviews as reviewsRu } from './ru/reviews.ts'
import { words as wordsRu } from './ru/words.ts'

it('asks the same questions in both languages, thirty at least in five blocks', () => {
  const idents = (faq: typeof faqEn) =>
    faq.map(({ ident, questions }) => [ident, questions.map((each) => each.ident)])
  expect(idents(faqRu)).toEqual(idents(faqEn))
  expect(faqEn.length).toBeGreaterThanOrEqual(5)
  expect(faqEn.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(30)
})

it('names every block and question once, in letters that stand in a URL', () => {
  const names = faqEn.flatMap(({ ident, questions }) => [
    ident,
    ...questions.map((each) => each.ident),
  ])
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/)
})

it('has as many sections and reviews in one language as in the other', () => {
  for (const name of ['about', 'dataPolicy', 'userAgreement'] as const) {
    const shape = (article: (typeof articlesEn)[typeof name]) =>
      article.sections.map(({ paragraphs }) => paragraphs.length)
    expect(shape(articlesRu[name])).toEqual(shape(articlesEn[name]))
  }
  expect(reviewsRu.map(({ country, rating }) => [country, rating])).toEqual(
    reviewsEn.map(({ country, rating }) => [country, rating]),
  )
})

const russian = textsOf([wordsRu, faqRu, articlesRu, reviewsRu])

it.each(russian)('is set as Russian is printed: %s', (text) => {
  expect(text).not.toMatch(/["']/)
  expect(text, 'a plain space before a dash').not.toMatch(/ — /)
  expect(text, 'a word that has ё').not.toMatch(
    /(?:^|[^а-яё])(?:еще|ее|свое|мое|твое|нее|чье|зачем-то еще|партнер|счет|идет|придет|начнет|вернет)(?![а-яё])/i,
  )
  expect(text.trim()).not.toBe('')
})

it.each(textsOf([wordsEn, faqEn, articlesEn, reviewsEn]))(
  'is set as English is printed: %s',
  (text) => {
    expect(text).not.toMatch(/["']|!/)
    expect(text.trim()).not.toBe('')
  },
)

/** Every text in a tree of objects and lists, without idents and the like. */
function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  if (Array.isArray(tree)) return tree.flatMap(textsOf)
  if (typeof tree !== 'object' || tree === null) return []
  const technical = ['ident', 'country', 'date', 'author']
  return Object.entries(tree).flatMap(([key, value]) =>
    technical.includes(key) ? [] : textsOf(value),
  )
}
