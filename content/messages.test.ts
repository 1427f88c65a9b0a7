import { describe, expect, it } from 'vitest'
import { wordsOf } from '../src/words/words.shared.ts'
import { about, userAgreement } from './index.ts'

/** The error catalogue, verbatim (specification, section 8). */
const catalogue = [
  ['errors.listFailed', 'Failed to load the list'],
  ['order.failed', 'Activation error'],
  ['order.emailInvalid', 'Activation error. Please check that the email you provided is correct.'],
  ['errors.dataFailed', 'Error loading data, please try again later'],
  ['payment.failedTitle', 'Payment failed'],
  ['payment.failedText', 'Check the correctness of the data and repeat the payment.'],
  ['errors.nothingFound', 'Nothing was found'],
  ['faq.nothing', 'Nothing found'],
  ['errors.outOfStock', 'Temporarily out of stock'],
  ['errors.notFoundTitle', 'Page not found'],
  [
    'errors.notFoundText',
    'You may have entered the wrong page address or the page may have been moved.',
  ],
  ['errors.notFoundName', 'This page could not be found'],
  ['errors.serverTitle', 'Server Error'],
  [
    'errors.serverText',
    'An unexpected error occurred on the server. Please wait, we will fix it soon.',
  ],
] as const

describe.each(catalogue)('%s', (key, text) => {
  it('equals the specification in English and is translated in Russian', () => {
    expect(wordsOf('en')(key)).toBe(text)
    expect(wordsOf('ru')(key)).toMatch(
      text.endsWith('.') ? /^[А-ЯЁ][^A-Za-z]+\.$/ : /^[А-ЯЁ][^A-Za-z]+[^.]$/,
    )
  })
})

/** The terms and the promotion of the shop (specification, section 9). */
it.each([
  ['English', 'within 89 days of purchase', userAgreement.en],
  ['English', 'within 6 months for the Russian market', userAgreement.en],
  ['English', 'starts when the eSIM first connects to a network', userAgreement.en],
  ['English', 'There is no return or exchange after activation', userAgreement.en],
  ['English', 'Win 10 GB every week', about.en],
  ['English', 'Tag us on social media', about.en],
  ['Russian', 'в течение 89 дней после покупки', userAgreement.ru],
  ['Russian', 'eSIM российского рынка — в течение 6 месяцев', userAgreement.ru],
  ['Russian', 'действует с первого подключения к сети', userAgreement.ru],
  ['Russian', 'После активации вернуть или обменять eSIM нельзя', userAgreement.ru],
  ['Russian', 'Приз недели: 10 ГБ', about.ru],
  ['Russian', 'отметил нас в соцсетях', about.ru],
])('states in %s: %s', (_language, statement, article) => {
  expect(JSON.stringify(article).replaceAll('\u00A0', ' ')).toContain(statement)
})

it('writes SMS in English with plain letters, so that up to 160 fit in one part', () => {
  const words = wordsOf('en')
  const details = { brand: 'Meridian', email: 'partners@meridian.example', code: '123456' }
  const hours = words('units.hours', { count: 72 })
  for (const key of [
    'codeSms',
    'passkeySms.added',
    'passkeySms.removed',
    'passkeySms.lost',
  ] as const)
    expect(words(`mail.${key}`, { ...details, hours })).toMatch(/^[\u0020-\u007e]*$/)
})
