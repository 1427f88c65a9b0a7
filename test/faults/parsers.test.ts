import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readErrorBody } from '../../src/api/api-result.ts'
import { readBearer } from '../../src/contract/bearer.ts'
import { imageTypeOf } from '../../src/backend/mail/image-type.ts'
import { isSigned } from '../../src/backend/webhook-signature.ts'
import { parseLpaString } from '../../src/domain/activation-code.ts'
import { browserName } from '../../src/domain/browser-name.ts'
import { searchCountries } from '../../src/domain/country-search/search.ts'
import { canonicalMailbox } from '../../src/domain/mailbox.ts'
import { canonicalPromoCode } from '../../src/domain/promo-code.ts'
import { safeTarget } from '../../src/domain/redirect-target.ts'
import { visitorPrefix } from '../../src/domain/visitor-prefix.ts'
import { canonicalPath } from '../../src/locale/canonical-path.ts'
import { negotiateLocale } from '../../src/locale/negotiate.ts'
import { formatPhoneAsTyped } from '../../src/locale/phone-as-typed.ts'
import { parsePhone } from '../../src/locale/phone.ts'
import { headerOf } from '../../src/backend/imports/read-csv.ts'

const countries = [
  { countryCode2Letters: 'tr', title: 'Türkiye', aliases: ['Turkey', 'Istanbul'] },
  { countryCode2Letters: 'ci', title: 'Côte d’Ivoire', aliases: [] },
  { countryCode2Letters: 'tr', title: 'Турция', aliases: ['Стамбул'] },
]

/** Parsers of external text: from visitors, browsers, other servers and operators. */
const parsers: readonly (readonly [name: string, parse: (text: string) => unknown])[] = [
  ['path', (text) => canonicalPath(`/${text}`, `?${text}`)],
  ['redirect target', safeTarget],
  ['activation code', parseLpaString],
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
