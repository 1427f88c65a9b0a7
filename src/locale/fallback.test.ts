import { expect, it } from 'vitest'
import { versionIn } from './fallback.ts'

const article = {
  title: 'About us',
  lead: 'We sell.',
  sections: ['one', 'two'] as readonly string[],
}

it('takes the keys that a language lacks from the default locale', () => {
  const versions = { en: article, ru: { title: 'О нас' } }
  expect(versionIn('ru', versions)).toEqual({ ...article, title: 'О нас' })
  expect(versionIn('en', versions)).toEqual(article)
})

it('takes a text that a language does not have from the default locale', () => {
  expect(versionIn('ru', { en: article })).toEqual(article)
})

it('takes a list as a whole', () => {
  expect(versionIn('ru', { en: article, ru: { sections: ['один'] } }).sections).toEqual(['один'])
  expect(versionIn('ru', { en: ['one', 'two'], ru: ['один'] })).toEqual(['один'])
})
