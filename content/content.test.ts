import { expect, it } from 'vitest'
import { z } from 'zod'
import * as index from './index.ts'
import * as office from './office.ts'
import * as trips from './trips.ts'
import {
  advantageSchema,
  articleSchema,
  faqBlockSchema,
  placeTextsSchema,
  reviewSchema,
} from './schemas.ts'
import { misprintOf, typeset } from './typography.ts'

const registry = { ...index, ...trips }
const langs = [...new Set(Object.values(registry).flatMap((versions) => Object.keys(versions)))]

const { words: wordsEn, ...en } = textsIn('en')
const { words: wordsRu, ...ru } = textsIn('ru')
const place = z.string().regex(/^[a-z]{2}(\/[a-z0-9-]+)?$/)
const phrase = z.string().includes('{{title}}')
/** The search builds regular expressions of them. */
const searchPhrases = z.array(z.string().regex(/^\p{Ll}+( \p{Ll}+)*$/u)).min(1)
const searchWords = z.array(z.string().regex(/^\p{Ll}+$/u)).min(1)
/** Words in the form in which people type them. */
const namesTyped = z.array(z.string().regex(/^[\p{L} -]+$/u)).min(1)
/** Groups of countries that people name, in addition to the regions of the world. */
const groups = ['schengen', 'balkans', 'scandinavia', 'caribbean']
const daysByWords = z.record(z.string().regex(/^\p{Ll}+( \p{Ll}+)*$/u), z.int().positive())
const schema = z.strictObject({
  about: articleSchema,
  advantages: z.array(advantageSchema).length(6),
  contacts: articleSchema,
  countryTexts: placeTextsSchema,
  dataPolicy: articleSchema,
  faq: z.array(faqBlockSchema).min(5),
  placePhrases: z.strictObject({
    places: z.record(place, z.string().min(1)),
    others: z.strictObject({ country: phrase, region: phrase }),
  }),
  placeTitles: z.record(place, z.string().min(1)),
  referral: articleSchema,
  search: z.strictObject({
    days: searchWords,
    weeks: searchWords,
    gigabytes: searchWords,
    megabytes: searchWords,
    before: searchWords,
    and: searchWords,
    ignored: searchWords,
    typedCodes: z.array(z.string().regex(/^[a-z]{2}$/)),
    ordinaryNames: namesTyped,
    common: namesTyped,
    homes: namesTyped,
    kindsOfPlaces: z.array(z.string().regex(/^\p{L}+( of)?$/u)),
    worldRegions: z.record(
      z.enum([...Object.keys(wordsEn.worldRegions), ...groups]),
      z.array(z.string().min(1)).min(1),
    ),
  }),
  regionTexts: placeTextsSchema,
  reviews: z.array(reviewSchema).min(12),
  planReviews: z.array(reviewSchema).min(6),
  tripUses: z.strictObject({
    light: searchPhrases,
    mixed: searchPhrases,
    work: searchPhrases,
  }),
  tripTimes: z.strictObject({
    numbers: daysByWords,
    months: searchWords,
    periods: daysByWords,
    occasions: daysByWords,
    moments: searchPhrases,
    beforeMoment: searchWords,
    placesWithMoments: searchPhrases,
    partsOfMonth: z.array(z.string().regex(/^[\p{Ll} ]+$/u)),
    from: searchWords,
    until: searchWords,
    beforeDay: searchWords,
    dayEndings: z.array(z.string().regex(/^[ -]?[\p{Ll} ]+$/u)),
    yearEndings: z.array(z.string().regex(/^\p{Ll}+$/u)),
    beforeCount: z.array(z.string().regex(/^\p{Ll}+$/u)),
    countedThings: z.array(z.string().regex(/^\p{Ll}+$/u)),
    fromNow: z.array(z.string().regex(/^\p{Ll}+$/u)),
    maybeFromNow: z.array(z.string().regex(/^\p{Ll}+$/u)),
    monthNames: z.array(searchWords).length(12),
  }),
  userAgreement: articleSchema,
})

const untranslatedKeys = ['ident', 'country', 'date', 'rating']
/** Names of places may contain apostrophes: «Кот-д’Ивуар». */
const properNames = ['placePhrases', 'placeTitles']

it.each([
  ['English', en],
  ['Russian', ru],
])('matches the content schema in %s', (_language, content) => {
  const { error } = schema.safeParse(content)
  expect(error && z.prettifyError(error)).toBeUndefined()
})

it('has the same structure in both languages', () => {
  const own = { placeTitles: {}, placePhrases: {}, search: {}, tripTimes: {}, tripUses: {} }
  expect(skeletonOf({ ...ru, ...own })).toEqual(skeletonOf({ ...en, ...own }))
})

it('follows the typography of every language', () => {
  for (const lang of langs)
    for (const text of textsOf(textsIn(lang))) {
      expect(text).not.toMatch(misprintOf(lang))
      expect(text, 'npm run generate -- typography').toBe(typeset(lang, text))
    }
})

it('has at least 30 questions in the FAQ', () => {
  expect(en.faq.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(30)
})

it('gives every FAQ block and question a unique ident', () => {
  const idents = en.faq.flatMap(({ ident, questions }) => [
    ident,
    ...questions.map((each) => each.ident),
  ])
  expect(new Set(idents).size).toBe(idents.length)
})

it.each([
  ['English', en.reviews],
  ['Russian', ru.reviews],
])('lists the reviews in %s newest first, one per author', (_language, reviews) => {
  const authors = reviews.map(({ author }) => author)
  expect(new Set(authors).size).toBe(authors.length)
  const dates = reviews.map(({ date }) => date)
  expect(dates.toSorted().toReversed()).toEqual(dates)
})

/** Spellings without ё that are always wrong. Excludes words such as все, whose meaning decides. */
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

// People type the words of `search`, with and without ё.
it.each(textsOf([wordsRu, officeTextsIn('ru'), { ...ru, search: null }]))(
  'follows Russian typography: %s',
  (text) => {
    expect(text).not.toMatch(misprintOf('ru'))
    expect(text, 'the word is spelled with ё').not.toMatch(withoutYo)
    expect(text, 'npm run generate -- typography').toBe(typeset('ru', text))
    expect(text.trim()).not.toBe('')
  },
)

it.each(textsOf([wordsEn, officeTextsIn('en'), en]))('follows English typography: %s', (text) => {
  expect(text).not.toMatch(misprintOf('en'))
  expect(text, 'npm run generate -- typography').toBe(typeset('en', text))
  expect(text.trim()).not.toBe('')
})

type Registry = typeof registry

function textsIn<Lang extends string>(
  lang: Lang,
): {
  readonly [kind in keyof Registry]: Lang extends keyof Registry[kind]
    ? Registry[kind][Lang]
    : unknown
} {
  const texts = Object.entries(registry).map(([kind, versions]) => [
    kind,
    new Map(Object.entries(versions)).get(lang),
  ])
  return Object.fromEntries(texts)
}

function officeTextsIn(lang: 'en' | 'ru'): unknown[] {
  return Object.values(office).map((versions) => versions[lang])
}

function skeletonOf(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(skeletonOf)
  if (typeof tree !== 'object' || tree === null) return typeof tree
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      untranslatedKeys.includes(key) ? value : skeletonOf(value),
    ]),
  )
}

function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  if (Array.isArray(tree)) return tree.flatMap(textsOf)
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    [...untranslatedKeys, ...properNames].includes(key) ? [] : textsOf(value),
  )
}
