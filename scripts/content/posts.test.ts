import { expect, it } from 'vitest'
import { misprintOf, typeset } from '../../content/typography.ts'
import { localeOf } from '../../src/words/locales.shared.ts'
import { readPosts } from './posts.ts'

const alphabets = { en: /^\P{sc=Cyrillic}*$/u, ru: /\p{sc=Cyrillic}/u }
const posts = { en: await readPosts('en'), ru: await readPosts('ru') }
const all = (['en', 'ru'] as const).flatMap((lang) =>
  posts[lang].map((post) => [lang, post.id, post] as const),
)

it('has the same eight or more posts in both languages, with the same dates', () => {
  expect(posts.ru.map(({ id, date }) => [id, date])).toEqual(
    posts.en.map(({ id, date }) => [id, date]),
  )
  expect(posts.en.length).toBeGreaterThanOrEqual(8)
})

it.each(all)(
  'in %s, %s has 480 to 640 words and a short title and description',
  (_lang, _id, { title, description, body }) => {
    expect(title.length).toBeLessThanOrEqual(70)
    expect(description.length).toBeLessThanOrEqual(160)
    const words = body.match(/[\p{L}\p{N}][\p{L}\p{N}.’'-]*/gu) ?? []
    expect(words.length).toBeGreaterThanOrEqual(480)
    expect(words.length).toBeLessThanOrEqual(640)
  },
)

it.each(all)('in %s, %s follows the typography of its language', (lang, _id, post) => {
  const text = [post.title, post.description, post.body].join('\n')
  expect(text).not.toMatch(misprintOf(lang))
  expect(text, 'npm run generate -- typography').toBe(typeset(lang, text))
  expect(text).toMatch(alphabets[lang])
})

it.each(all)(
  'in %s, %s links to pages of its own language and to posts that exist',
  (lang, _id, { body }) => {
    const targets = [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !/^\/./.test(target) || localeOf(target) !== lang)).toEqual(
      [],
    )
    const ids = targets.flatMap((target) => /\/blog\/(.*)$/.exec(target)?.slice(1) ?? [])
    expect(posts[lang].map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  },
)
