import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readErrorBody } from '../../src/site/api/api-result.ts'
import { readBearer } from '../../src/api/bearer.ts'
import { imageTypeOf } from '../../src/messages/contact-message.ts'
import { isSigned } from '../../src/kit/webhooks.ts'
import { readActivationCode } from '../../src/kit/activation-code.ts'
import { browserName, visitorPrefix } from '../../src/kit/visitor.ts'
import { searchCountries } from '../../src/plans/named-countries.shared.ts'
import { canonicalMailbox } from '../../src/kit/email.shared.ts'
import { canonicalPromoCode } from '../../src/orders/promo-code.ts'
import { safeTarget } from '../../src/kit/redirect-target.ts'
import { canonicalPath } from '../../src/words/canonical-path.ts'
import { negotiateLocale } from '../../src/words/negotiate.shared.ts'
import { formatPhoneAsTyped } from '../../src/words/phone-as-typed.shared.ts'
import { parsePhone } from '../../src/words/phone.ts'
import { headerOf } from '../../src/plans/read-csv.ts'

const countries = [
  { countryCode2Letters: 'tr', title: 'Türkiye', aliases: ['Turkey', 'Istanbul'] },
  { countryCode2Letters: 'ci', title: 'Côte d’Ivoire', aliases: [] },
  { countryCode2Letters: 'tr', title: 'Турция', aliases: ['Стамбул'] },
]

/** Parsers of external text: from visitors, browsers, other servers and operators. */
const parsers: readonly (readonly [name: string, parse: (text: string) => unknown])[] = [
  ['path', (text) => canonicalPath(`/${text}`, `?${text}`)],
  ['redirect target', safeTarget],
  ['activation code', readActivationCode],
  ['bearer', readBearer],
  ['Accept-Language', negotiateLocale],
  ['mailbox', canonicalMailbox],
  ['promo code', canonicalPromoCode],
  ['IP address', (text) => [visitorPrefix(text), visitorPrefix(text, 48)]],
  ['User-Agent', browserName],
  ['phone', (text) => [parsePhone('en', text), parsePhone('ru', text)]],
  ['phone while typing', (text) => formatPhoneAsTyped(text, 'GB')],
  // Callers limit the text to 100 characters.
  ['search', (text) => searchCountries(countries, text.slice(0, 100))],
  ['error of the API', (text) => readErrorBody(jsonOr(text))],
  ['file', (text) => imageTypeOf(new TextEncoder().encode(text))],
  ['CSV', (text) => headerOf({ name: 'plans.csv', text })],
]

const parts = [
  '/',
  '\\',
  '%2f',
  '%00',
  '..',
  ':',
  '::',
  ',',
  ';q=0.',
  '-',
  '@',
  '+',
  '"',
  '\n',
  ' ',
]
const hostile = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.json(),
  fc
    .array(fc.constantFrom(...parts, '1', 'a', 'ru', 'LPA:1$', '__proto__', '𝒳', 'ё'), {
      maxLength: 60,
    })
    .map((all) => all.join('')),
)

describe.each(parsers)('the parser of %s', (_, parse) => {
  it('reads any text without an error', () => {
    fc.assert(
      fc.property(hostile, (text) => void parse(text)),
      { numRuns: 500 },
    )
  })

  it('reads long texts in linear time', () => {
    for (const part of [...parts, 'a', '1', 'a,', '[']) {
      const before = process.cpuUsage()
      parse(part.repeat(20_000))
      // Other processes do not change the processor time of this one.
      const { user } = process.cpuUsage(before)
      expect([part, user < 1_000_000]).toEqual([part, true])
    }
  })
})

it('verifies no random signature', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (body, signature) => {
      expect(await isSigned('a secret', body, signature, new Date())).toBe(false)
    }),
    { numRuns: 500 },
  )
})

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
