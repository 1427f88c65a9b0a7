import { expect, it } from 'vitest'
import { versionIn } from './content.ts'

const article = {
  title: 'About us',
  lead: 'We sell.',
  sections: ['one', 'two'] as readonly string[],
}

it('falls back to the default locale for missing keys', () => {
  const versions = { en: article, ru: { title: 'О нас' } }
  expect(versionIn('ru', versions)).toEqual({ ...article, title: 'О нас' })
  expect(versionIn('en', versions)).toEqual(article)
})

it('falls back to the default locale for a missing file', () => {
  expect(versionIn('ru', { en: article })).toEqual(article)
})

it('does not merge lists', () => {
  expect(versionIn('ru', { en: article, ru: { sections: ['один'] } }).sections).toEqual(['один'])
  expect(versionIn('ru', { en: ['one', 'two'], ru: ['один'] })).toEqual(['один'])
})
