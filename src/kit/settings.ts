import { z } from 'zod'
import { isCurrency, type Currencies } from './money.shared.ts'

/** An empty setting, which becomes null. */
export const unset = z.literal('').transform(() => null)

/** A setting that may be empty or missing. Both are null. */
export const optional = <Type extends z.ZodType>(type: Type) => z.union([unset, type]).default(null)

/** Names separated by commas. */
export const nameList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((name) => name.trim() || []))

/** Settings that are uploaded with `wrangler secret put`, and are not in wrangler.toml. */
export const secretSettings = z.registry()

export const mustBeSecret = 'must be a secret of 12 characters or more'
export const secret = z.string(mustBeSecret).min(12, mustBeSecret)

const mustBeOrigin = 'must be an origin without path: https://shop.example'
export const origin = z
  .url({ protocol: /^https?$/, error: mustBeOrigin, abort: true })
  .refine((value) => new URL(value).origin === value, mustBeOrigin)

const mustBeServer = 'must be the origin of a local server: http://localhost:9797'
/** A server that development calls in place of an API. The name of the setting ends in _API_URL. */
export const localServer = optional(z.url({ protocol: /^https?$/, error: mustBeServer }))

/** Rejects local servers in production. */
export function localServerProblems(config: {
  readonly DEV_TOOLS: boolean
}): readonly SettingProblem[] {
  const message = 'must be empty: only development uses another server'
  return Object.entries(config).flatMap(([path, value]) =>
    path.endsWith('_API_URL') && value !== null && !config.DEV_TOOLS ? [{ path, message }] : [],
  )
}

export const toggle = (standard: '0' | '1' = '0') =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default(standard)
    .transform((value) => value === '1')

/**
 * Parses settings. Throws an error that names every invalid variable and its valid values.
 * @param place where the settings are, for the error
 */
export function parseSettings<Settings extends z.ZodType>(
  schema: Settings,
  env: unknown,
  place: string,
): z.output<Settings> {
  const parsed = schema.safeParse(env)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Invalid configuration ${place}.\n${problems.join('\n')}`)
}

/** The parsed values of settings. */
export type ValuesOf<Settings extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Settings>>>

/** Messages about settings by variable. False is a check that found no problem. */
export type Problems = { readonly [variable: string]: readonly (string | false)[] }

export type SettingProblem = { readonly path: string; readonly message: string }

export function listProblems(problems: readonly Problems[]): readonly SettingProblem[] {
  return problems
    .flatMap(Object.entries<Problems[string]>)
    .flatMap(([path, messages]) =>
      messages.flatMap((message) => (message === false ? [] : [{ path, message }])),
    )
}

const problem = 'must be ISO 4217 codes separated by spaces, each once: USD RUB'

export const currencies = z
  .string(problem)
  .default('USD RUB')
  .transform((value, context): Currencies => {
    const codes = value.split(' ').filter((each) => each !== '')
    const [base, ...others] = codes
    const areGood = codes.every(isCurrency) && new Set(codes).size === codes.length
    if (base !== undefined && areGood) return [base, ...others]
    context.addIssue(problem)
    return z.NEVER
  })

const email = z.email('must be an email address')
const name = (letters: number) => {
  const error = `must have 1 to ${letters} characters`
  return z.string(error).min(1, error).max(letters, error)
}

const mustBeDays = 'must be a whole number of days from 1 to 365'

/** Settings that the storefront and the embedded backend share. */
export const shopSettings = {
  SITE_ORIGIN: origin,
  CURRENCIES: currencies,
  BRAND_NAME: name(40),
  /** The company, in the footer of pages and emails. */
  LEGAL_NAME: name(120),
  SUPPORT_EMAIL: email,
  PARTNERS_EMAIL: email,
  /** Days after the purchase within which the shop refunds an eSIM that was not installed. */
  REFUND_DAYS: optional(
    z.coerce.number(mustBeDays).int(mustBeDays).min(1, mustBeDays).max(365, mustBeDays),
  ),
  /**
   * A secret that a separate storefront and backend share. The backend trusts the visitor's address
   * that this storefront sends. Without the secret, the backend uses the caller's own address.
   */
  STOREFRONT_KEY: optional(secret).register(secretSettings),
}
