import { z } from 'zod'
import { turnstileOrigin } from '../domain/turnstile.ts'
import { safeTarget } from '../domain/redirect-target.ts'
import { canonicalPath } from '../locale/canonical-path.ts'

const unset = z.literal('').transform(() => null)
const mustBeOrigin = 'must be an origin without path: https://shop.example'
const origin = z
  .url({ protocol: /^https?$/, error: mustBeOrigin, abort: true })
  .refine((value) => new URL(value).origin === value, mustBeOrigin)
/** Where a page is, and not where it was: `/en` leads back to `/`. */
const pagePath = z
  .string()
  .refine(
    (value) =>
      safeTarget(value) !== null && !value.includes('?') && canonicalPath(value, '') === null,
    'must be the address of a page of the shop, without a query: /esim',
  )
const link = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
/** Somebody else's service; plain HTTP only on this machine. */
const service = z.union(
  [link, z.url({ protocol: /^http$/, hostname: /^localhost$/ })],
  'must be an address that begins with https://',
)
const key = z.string().regex(/^[\w.-]{1,100}$/, 'must have letters, digits, ., _ and - only')
const name = (letters: number) => {
  const error = `must have 1 to ${letters} characters`
  return z.string(error).min(1, error).max(letters, error)
}
const email = z.email('must be an e-mail address')
const toggle = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1')

/** The operator's settings: [vars] of wrangler.toml and the secrets. Empty text means 'not set' where that is allowed. */
const settings = z.object({
  SITE_ORIGIN: origin,
  API_BASE_URL: z.union([unset, origin]).default(null),
  ROOT_REDIRECT: z.union([unset, pagePath]).default(null),
  /** Origins a payment may lead to beside the shop's own, separated by spaces: the page's policy must allow them. */
  PAYMENT_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(' ').filter((each) => each !== ''))
    .pipe(z.array(origin)),
  BRAND_NAME: name(40),
  LEGAL_NAME: name(120),
  SUPPORT_EMAIL: email,
  PARTNERS_EMAIL: email,
  SUPPORT_PHONE: z
    .union([unset, z.string().regex(/^\+[\d ()-]{6,24}$/, 'must read +44 20 7946 0000')])
    .default(null),
  APP_STORE_URL: z.union([unset, link]).default(null),
  GOOGLE_PLAY_URL: z.union([unset, link]).default(null),
  TELEGRAM_URL: z.union([unset, link]).default(null),
  VK_URL: z.union([unset, link]).default(null),
  LINKEDIN_URL: z.union([unset, link]).default(null),
  /** Takes goals as JSON by POST, after consent: `{ goal, path }`. */
  ANALYTICS_URL: z.union([unset, service]).default(null),
  /** Cloudflare Turnstile: the key is part of pages, the secret is set by `wrangler secret put`. Both or none. */
  TURNSTILE_SITE_KEY: z.union([unset, key]).default(null),
  TURNSTILE_SECRET: z.union([unset, key]).default(null),
  TURNSTILE_VERIFY_URL: service.default(`${turnstileOrigin}/turnstile/v0/siteverify`),
  DEV_TOOLS: toggle,
})

const configSchema = settings.refine(
  ({ TURNSTILE_SITE_KEY: site, TURNSTILE_SECRET: secret }) => (site === null) === (secret === null),
  {
    path: ['TURNSTILE_SECRET'],
    error: 'TURNSTILE_SITE_KEY and this go together: set both or none',
  },
)
export type StorefrontConfig = z.infer<typeof configSchema>

/** Reads the settings; throws an Error that names each bad variable and says what it must be. */
export function parseConfig(env: unknown): StorefrontConfig {
  const parsed = configSchema.safeParse(env)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(
    `The configuration in wrangler.toml [vars] is not usable.\n${problems.join('\n')}`,
  )
}
