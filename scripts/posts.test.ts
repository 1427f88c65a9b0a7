import { expect, it } from 'vitest'
import { readPosts } from './posts.ts'

it('has the same posts in both languages, six at least, of the same days', async () => {
  const [en, ru] = [await readPosts('en'), await readPosts('ru')]
  expect(ru.map(({ id, date }) => [id, date])).toEqual(en.map(({ id, date }) => [id, date]))
  expect(en.length).toBeGreaterThanOrEqual(6)
})

it('is printed as its language is', async () => {
  for (const { id, title, description, body } of await readPosts('ru')) {
    const text = [title, description, body].join('\n')
    expect(text, id).not.toMatch(/["']| — /)
    expect(text, id).toMatch(/[а-яё]/)
  }
  for (const { id, title, description, body } of await readPosts('en')) {
    expect([title, description, body].join('\n'), id).not.toMatch(/["'!]|[а-яё]/i)
  }
})
