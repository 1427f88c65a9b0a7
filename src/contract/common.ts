import { z } from 'zod'
import { maxLength, maxPage, pageSize } from '../domain/field-limits.ts'
import { currencies } from '../domain/money.ts'
import { secretIDPattern } from '../domain/secret-id.ts'
import { signInCodePattern } from '../domain/sign-in-code.ts'
import { locales } from '../locale/locales.ts'

/** Field types that several calls share. Descriptions become docs/openapi.json. */

export const lang = z.enum(locales).describe('Language of the texts in the answer')

const nameOf = (most: number) => `must be 1 to ${most} lower-case letters, digits or -`

export const countryCode = z
  .string()
  .regex(/^[a-z]{2}$/, 'must be two lower-case letters')
  .describe('ISO 3166-1 alpha-2 in lower case, `tr`')

export const regionIdent = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, nameOf(40))
  .describe('The part of ISO 3166-2 after the country, in lower case: `mow`')

export const operatorIdent = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, nameOf(64))
  .describe('Name of an operator in URLs: `tr-turkcell`')

export const tariffID = z
  .string()
  .regex(/^[a-z0-9-]{1,80}$/, nameOf(80))
  .describe('Identifier of a plan')

export const secretID = z.string().regex(secretIDPattern)
export const hash = secretID.describe(
  'Identifier of a purchased eSIM, at least 128 random bits, base64url',
)
export const invoiceID = secretID.describe(
  'Identifier of an invoice, at least 128 random bits, base64url',
)

export const currency = z.enum(currencies).describe('ISO 4217')

export const money = z.object({
  minor: z.int().describe('Minor units: cents, kopecks'),
  currency,
})

export const prices = z
  .object({ USD: z.int().nonnegative(), RUB: z.int().nonnegative() })
  .describe('The price in each currency, minor units')

/** Lower case, so that one address is one customer however it is typed. */
export const email = z.email().max(maxLength.email).toLowerCase()

export const sessionAnswer = z.object({
  sessionID: secretID.describe('Identifier of the session, new at each login'),
  token: secretID.describe('Opens the session; the server keeps its hash only'),
})
export type Session = z.output<typeof sessionAnswer>

/** Confirmation codes: what a call that sends one answers, the same whether the account exists or not. */
export const codeSent = z.object({
  data: z.object({
    resendAfter: z.int().nonnegative().describe('Seconds until another code can be asked for'),
    expiresIn: z.int().positive().describe('Seconds the code is good for'),
  }),
})
export const confirmationCode = z
  .string()
  .regex(signInCodePattern)
  .describe('Six digits from the mail or SMS')

/** The answer of a call that only does something. */
export const done = z.object({ data: z.object({ done: z.literal(true) }) })

export const time = z.iso.datetime().describe('UTC, ISO 8601')

export const flag = z.enum(['true', 'false'])

/** Parameters of generic lists (specification, section 7). */
export const listQuery = {
  search_string: z
    .string()
    .max(maxLength.searchString)
    .default('')
    .describe('Words to look for; empty: everything'),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSize.max)
    .default(pageSize.default)
    .describe('Rows a page'),
  page: z.coerce.number().int().min(1).max(maxPage).default(1).describe('Page, from 1'),
}

/** The same in a page's URL, where a malformed value falls back to the default. */
export const pageQuery = {
  page: listQuery.page.catch(1),
  per_page: listQuery.per_page.catch(pageSize.default),
}
export const searchString = z.string().trim().max(maxLength.searchString).catch('').default('')

/** Around a page of a list. `total` counts to 1 000 at most: past that it reads 1 000, and `hasMore` still tells the truth. */
export const listAnswer = {
  total: z.int().nonnegative().describe('Rows found, counted up to 1 000'),
  page: z.int().positive(),
  per_page: z.int().positive(),
  hasMore: z.boolean().describe('Whether a next page exists; a list ends at its 10 000th row'),
}
