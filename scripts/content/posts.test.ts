import { expect, it } from 'vitest'
import { misprint, printed } from '../../content/typography.ts'
import { readPosts } from './posts.ts'

const posts = { en: await readPosts('en'), ru: await readPosts('ru') }
const all = (['en', 'ru'] as const).flatMap((lang) =>
  posts[lang].map((post) => [lang, post.id, post] as const),
)

it('has the same posts in both languages, eight at least, of the same days', () => {
  expect(posts.ru.map(({ id, date }) => [id, date])).toEqual(
    posts.en.map(({ id, date }) => [id, date]),
  )
  expect(posts.en.length).toBeGreaterThanOrEqual(8)
})

it.each(all)('in %s, %s says enough and no more', (_lang, _id, { title, description, body }) => {
  expect(title.length).toBeLessThanOrEqual(70)
  expect(description.length).toBeLessThanOrEqual(160)
  const words = body.match(/[\p{L}\p{N}][\p{L}\p{N}.’'-]*/gu) ?? []
  expect(words.length).toBeGreaterThanOrEqual(480)
  expect(words.length).toBeLessThanOrEqual(640)
})

it.each(all)('in %s, %s is printed as its language is', (lang, _id, post) => {
  const text = [post.title, post.description, post.body].join('\n')
  expect(text).not.toMatch(misprint[lang])
  expect(text, 'npm run typography').toBe(printed(lang, text))
  expect(/[а-яё]/i.test(text)).toBe(lang === 'ru')
})

it.each(all)(
  'in %s, %s leads to pages of its own language and to posts there are',
  (lang, _id, { body }) => {
    const targets = [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target)
    const own = lang === 'ru' ? /^\/ru\// : /^\/(?!ru\/)/
    expect(targets.filter((target) => !own.test(target))).toEqual([])
    const ids = targets.flatMap((target) => /\/blog\/(.*)$/.exec(target)?.slice(1) ?? [])
    expect(posts[lang].map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  },
)
