import { z } from 'zod'
import { emailPattern } from '../kit/email.shared.ts'
import { identPattern, maxLength, maxPage, pageSize } from '../kit/limits.shared.ts'
import { currencyPattern } from '../kit/money.shared.ts'
import { secretIDPattern } from '../kit/tokens.shared.ts'
import { signInCodePattern } from '../kit/sign-in-code.shared.ts'
import { locales } from '../words/locales.shared.ts'

/** Field types that several operations share. Their descriptions appear in docs/openapi.json. */

export const lang = z.enum(locales).describe('Language of the texts in the response')

const identOf = (max: number) => z.string().regex(identPattern(max))

export const countryCode = z
  .string()
  .regex(/^[a-z]{2}$/)
  .describe('ISO 3166-1 alpha-2 country code in lower case, for example `tr`')

export const regionIdent = identOf(maxLength.regionIdent).describe(
  'ISO 3166-2 region code without the country, in lower case: `mow`',
)

export const operatorIdent = identOf(maxLength.operatorIdent).describe(
  'Operator name used in URLs, for example `tr-turkcell`',
)

export const tariffID = identOf(maxLength.tariffID).describe('Plan identifier')

export const phoneModel = identOf(maxLength.ident).describe(
  'The phone that the buyer checked and that fits: the id of a model, or `eid`',
)

export const secretIDSchema = z.string().regex(secretIDPattern)
export const esimHash = secretIDSchema.describe('Secret identifier of a purchased eSIM')
export const invoiceID = secretIDSchema.describe('Secret identifier of an invoice')

const currency = z
  .string()
  .regex(currencyPattern, 'must be three upper-case letters')
  .describe('ISO 4217 currency code')

export const money = z
  .object({ minor: z.int().describe('Amount in minor units: cents, kopecks'), currency })
  .meta({ id: 'Money', description: 'An amount in one currency' })

export const prices = z
  .record(currency, z.int().nonnegative())
  .refine((value) => Object.keys(value).length > 0, 'must have a price')
  .meta({
    id: 'Prices',
    minProperties: 1,
    description:
      'Minor units by currency: the shop’s base currency, and the others that the plan is sold in',
  })

/** Lower case, so that `Anna@…` and `anna@…` are the same customer. */
export const email = z.email({ pattern: emailPattern }).max(maxLength.email).toLowerCase()

/** Credentials of a session: 32 random bytes each, base64url. */
export const sessionAnswer = z
  .object({
    sessionID: secretIDSchema.describe('Session identifier, new at each sign-in'),
    token: secretIDSchema.describe('Session token. The server stores only its hash'),
  })
  .meta({ id: 'Session', description: 'Credentials of a signed-in customer or partner' })
export type Session = z.output<typeof sessionAnswer>
export type SessionOwner = 'customer' | 'referrer'

export const codeSent = z
  .object({
    data: z.object({
      resendAfter: z.int().nonnegative().describe('Seconds until another code can be requested'),
      expiresIn: z.int().positive().describe('Seconds until the code expires'),
    }),
  })
  .meta({ id: 'CodeSent', description: 'When another code can be requested' })
export const confirmationCode = z
  .string()
  .regex(signInCodePattern)
  .describe('Six digits from the email or SMS, or eight while somebody guesses codes')

export const signInNonce = secretIDSchema.describe(
  'Random value that the visitor’s browser stores. A code works only with the nonce it was sent for',
)

export const nextNonce = secretIDSchema.describe(
  'New nonce that replaces the browser’s, so that a nonce planted before the sign-in is useless',
)

export const done = z
  .object({ data: z.object({ done: z.literal(true) }) })
  .meta({ id: 'Done', description: 'The operation succeeded and returns no data' })

export const time = z.iso.datetime().describe('UTC time in ISO 8601')

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
  total: z.int().nonnegative().describe('Number of rows found. Counting stops at 1,000'),
  page: z.int().positive().describe('Page number of this response'),
  per_page: z.int().positive().describe('Rows per page of this response'),
  hasMore: z.boolean().describe('Whether there is a next page. Lists end at row 10,000'),
}
