import { expect, it } from 'vitest'
import { findings } from '../../content/office.ts'
import { findingTexts, type FindingCode } from './office-texts.ts'
import { locales } from './locales.shared.ts'

/** A value for every name that a text may have. */
const values = {
  name: 'SITE_ORIGIN',
  message: 'must be an origin',
  command: 'npm run shop -- doctor',
  file: 'content/en/data-policy.ts',
  supplier: 'airalo',
  plans: 'tr-10',
  currency: 'EUR',
  count: 3,
  all: 5,
}

it.each(Object.keys(findings.en) as FindingCode[])(
  'returns a problem and a remedy for %s',
  (code) => {
    for (const locale of locales) {
      const { problem, remedy } = findingTexts(locale, { code, values })
      for (const text of [problem, remedy]) expect(text).toMatch(/^[^{}]*[a-zа-яё][^{}]*$/i)
    }
  },
)

it('uses the plural forms of the language', () => {
  const inRussian = (count: number) =>
    findingTexts('ru', { code: 'sample-profiles', values: { ...values, count } }).problem
  expect(inRussian(1)).toContain('1 пробный профиль')
  expect(inRussian(3)).toContain('3 пробных профиля')
})
