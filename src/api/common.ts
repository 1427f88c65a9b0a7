import { z } from 'zod'
import { emailPattern } from '../kit/email.shared.ts'
import {
  identPattern,
  maxLength,
  maxPage,
  pageSize,
  signInCodePattern,
} from '../kit/limits.shared.ts'
import { currencyPattern } from '../kit/money.shared.ts'
import { secretIDPattern } from '../kit/tokens.shared.ts'
import { locales } from '../words/locales.shared.ts'
import { maxUtmLength, utmNames, type UtmName } from '../kit/utm.shared.ts'

/** Field types that several operations share. Their descriptions appear in docs/openapi.json. */

/** An optional field of an answer. An invalid one becomes null, and does not fail the page. */
export const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null)

export const lang = z.enum(locales).describe('Language of the texts in the response')

const identOf = (max: number, description: string, example: string) =>
  z
    .string()
    .regex(identPattern(max))
    .meta({ description, examples: [example] })

export const countryCode = z
  .string()
  .regex(/^[a-z]{2}$/)
  .meta({ description: 'ISO 3166-1 alpha-2 country code in lower case', examples: ['tr'] })

export const regionIdent = identOf(
  maxLength.regionIdent,
  'ISO 3166-2 region code without the country, in lower case',
  'mow',
)

export const regionPlace = z.templateLiteral([countryCode, '/', regionIdent])

export const operatorIdent = identOf(
  maxLength.operatorIdent,
  'Operator name used in URLs',
  'tr-turkcell',
)

export const tariffID = identOf(maxLength.tariffID, 'Plan identifier', 'tr-turkcell-10gb-30d')

export const phoneModel = identOf(
  maxLength.ident,
  'The phone that the buyer checked and that fits: the id of a model, or `eid`',
  'apple-iphone-12',
)

export const secretIDSchema = z.string().regex(secretIDPattern)
export const esimHash = secretIDSchema.meta({
  description: 'Secret identifier of a purchased eSIM',
  examples: ['q3vX7mT0aL9cYf2RkZs1Wg'],
})
export const invoiceID = secretIDSchema.meta({
  description: 'Secret identifier of an invoice',
  examples: ['Jd8sKq2Lx0VnB4yTzR6mCw'],
})
export const stockAlertID = secretIDSchema.meta({
  description: 'Secret identifier of a request for an email',
  examples: ['u7Kx2mT0aL9cYf2RkZs1Wg'],
})
/** A random key of a form. A request with the same key is not performed twice. */
export const idempotencyKey = secretIDSchema.meta({ examples: ['f5Hn1PzQeW7uGa3sXbM9Ro'] })

const currency = z
  .string()
  .regex(currencyPattern, 'must be three upper-case letters')
  .describe('ISO 4217 currency code')

export const money = z
  .object({ minor: z.int().describe('Amount in minor units: cents, kopecks'), currency })
  .meta({
    id: 'Money',
    description: 'An amount in one currency',
    examples: [{ minor: 1260, currency: 'USD' }],
  })

export const prices = z
  .record(currency, z.int().nonnegative())
  .refine((value) => Object.keys(value).length > 0, 'must have a price')
  .meta({
    id: 'Prices',
    minProperties: 1,
    examples: [{ USD: 1400, RUB: 129_000 }],
    description:
      'Minor units by currency: the shop’s base currency, and the others that the plan is sold in',
  })

/** Lower case, so that `Anna@…` and `anna@…` are the same customer. */
export const email = z
  .email({ pattern: emailPattern })
  .max(maxLength.email)
  .toLowerCase()
  .meta({ examples: ['anna@example.com'] })

/** Credentials of a session: 32 random bytes each, base64url. */
export const sessionAnswer = z
  .object({
    sessionID: secretIDSchema.meta({
      description: 'Session identifier, new at each sign-in',
      examples: ['wZ4tLq9XhE2sVb7nKc0mRy'],
    }),
    token: secretIDSchema.meta({
      description: 'Session token. The server stores only its hash',
      examples: ['pT8fJx3DgA6uNo1yHi5lQe'],
    }),
  })
  .meta({ id: 'Session', description: 'Credentials of a signed-in customer or partner' })
export type Session = z.output<typeof sessionAnswer>
export type SessionOwner = 'customer' | 'referrer'

export const codeSent = z
  .object({
    data: z.object({
      resendAfter: z
        .int()
        .nonnegative()
        .meta({ description: 'Seconds until another code can be requested', examples: [60] }),
      expiresIn: z
        .int()
        .positive()
        .meta({ description: 'Seconds until the code expires', examples: [600] }),
    }),
  })
  .meta({ id: 'CodeSent', description: 'When another code can be requested' })
export const confirmationCode = z
  .string()
  .regex(signInCodePattern)
  .meta({
    description: 'Six digits from the email or SMS, or eight while somebody guesses codes',
    examples: ['482913'],
  })

export const signInNonce = secretIDSchema.meta({
  description:
    'Random value that the visitor’s browser stores. A code works only with the nonce it was sent for',
  examples: ['c8Vt2RmKx4Qd7LhY1JwZsA'],
})

export const nextNonce = secretIDSchema.describe(
  'New nonce that replaces the browser’s, so that a nonce planted before the sign-in is useless',
)

export const done = z
  .object({ data: z.object({ done: z.literal(true) }) })
  .meta({ id: 'Done', description: 'The operation succeeded and returns no data' })

export const time = z.iso
  .datetime()
  .meta({ description: 'UTC time in ISO 8601', examples: ['2026-11-12T10:00:00Z'] })

export const flag = z.enum(['true', 'false'])

/**
 * A whole number in a query. Only decimal digits count: `Number` also reads `1e1`, `0x1` and
 * spaces.
 */
export function wholeNumber({
  min,
  max = Number.MAX_SAFE_INTEGER,
}: {
  readonly min: number
  readonly max?: number
}) {
  const number = z.number().int().min(min).max(max)
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    number,
  )
}

/** Query of every list. The defaults come from section 7 of the specification. */
export const listQuery = {
  search_string: z
    .string()
    .max(maxLength.searchString)
    .default('')
    .describe('Search text. An empty string returns everything'),
  per_page: wholeNumber({ min: 1, max: pageSize.max })
    .default(pageSize.default)
    .describe('Rows per page'),
  page: wholeNumber({ min: 1, max: maxPage }).default(1).describe('Page number, starting at 1'),
}

export const pageQuery = {
  page: listQuery.page.catch(1),
  per_page: listQuery.per_page.catch(pageSize.default),
}
/** The search text of a page. HTML can’t contain all control characters, so spaces replace them. */
export const searchString = z
  .string()
  .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
  .pipe(z.string().max(maxLength.searchString))
  .catch('')
  .default('')

/** Paging fields of every list. Counting stops at 1,000 rows; `hasMore` is always exact. */
export const listAnswer = {
  total: z
    .int()
    .nonnegative()
    .meta({ description: 'Number of rows found. Counting stops at 1,000', examples: [1] }),
  page: z
    .int()
    .positive()
    .meta({ description: 'Page number of this response', examples: [1] }),
  per_page: z
    .int()
    .positive()
    .meta({ description: 'Rows per page of this response', examples: [20] }),
  hasMore: z.boolean().describe('Whether there is a next page. Lists end at row 10,000'),
}

/** Marketing parameters in the body of a call. */
export const utm = z
  .partialRecord(z.enum(utmNames), z.string().max(maxUtmLength))
  .meta({ description: 'UTM parameters of the visit', examples: [{ utm_source: 'newsletter' }] })

/** Marketing parameters in the query of a page. */
export const utmQuery = {
  utm_source: z.string().optional(),
  utm_medium: z.string().optional(),
  utm_campaign: z.string().optional(),
  utm_term: z.string().optional(),
  utm_content: z.string().optional(),
} satisfies { readonly [name in UtmName]: z.ZodType }
