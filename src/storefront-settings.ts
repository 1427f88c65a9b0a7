import { z } from 'zod'
import { parseSupportHours } from './words/support-hours.ts'
import { turnstileOrigin } from './ui/form-markers.shared.ts'
import { safeTarget } from './kit/redirect-target.ts'
import { defaultLocale, knownLocales, localeOf } from './words/locales.shared.ts'
import { canonicalPath } from './words/canonical-path.ts'
import { methodsByCurrency } from './payments/settings.ts'
import {
  optional,
  origin,
  parseSettings,
  secretSettings,
  toggle,
  shopSettings,
} from './kit/settings.ts'

const problem =
  'must be days, times and a time zone: mon-fri 09:00-20:00, sat 10:00-16:00 Europe/London'

/** When people answer messages to support. Pages show it. */
const supportHours = z.string(problem).transform((value, context) => {
  const hours = parseSupportHours(value)
  if (hours === null) context.addIssue(problem)
  return hours
})

/** A canonical path of the default locale. `/en` would redirect back to `/`. */
const pagePath = z
  .string()
  .refine(
    (value) =>
      safeTarget(value) !== null &&
      !value.includes('?') &&
      canonicalPath(value, '') === null &&
      localeOf(value) === defaultLocale,
    'must be the path of a page without language and query: /esim',
  )
const link = z.url({ protocol: /^https$/, error: 'must be a URL that starts with https://' })
/** An external service. Plain HTTP is allowed on localhost only. */
const service = z.union(
  [link, z.url({ protocol: /^http$/, hostname: /^localhost$/ })],
  'must be a URL that starts with https://',
)
const key = z.string().regex(/^[\w.-]{1,100}$/, 'must contain letters, digits, ., _ and - only')

const mustBeLanguages = `must be languages separated by spaces, among ${knownLocales.join(' ')}, with ${defaultLocale}`
const languages = z
  .string()
  .default('')
  .refine((value) => {
    const tags = value.split(' ')
    const known: readonly string[] = knownLocales
    return (
      value === '' || (tags.includes(defaultLocale) && tags.every((tag) => known.includes(tag)))
    )
  }, mustBeLanguages)

/** The storefront's settings: [vars] in wrangler.toml and secrets. An empty value means not set. */
export const storefrontSettings = z.object({
  ...shopSettings,
  API_BASE_URL: optional(origin),
  ROOT_REDIRECT: optional(pagePath),
  /** The languages of pages and of the back office. Empty: all. */
  LANGUAGES: languages,
  /** Origins of payment pages, separated by spaces, for the form-action policy. */
  PAYMENT_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(' ').filter((each) => each !== ''))
    .pipe(z.array(origin)),
  PAYMENT_METHODS: methodsByCurrency,
  SUPPORT_PHONE: optional(
    z.string().regex(/^\+[\d ()-]{6,24}$/, 'must be a number such as +44 20 7946 0000'),
  ),
  SUPPORT_HOURS: optional(supportHours),
  /**
   * Lines about the company on receipts, such as its address and its VAT number, separated by
   * semicolons.
   */
  SELLER_DETAILS: z
    .string()
    .max(300, 'must have at most 300 characters')
    .default('')
    .transform((value) => value.split(';').flatMap((line) => line.trim() || [])),
  APP_STORE_URL: optional(link),
  GOOGLE_PLAY_URL: optional(link),
  TELEGRAM_URL: optional(link),
  VK_URL: optional(link),
  LINKEDIN_URL: optional(link),
  /** Receives goals by POST after consent: `{ goal, path }`. */
  ANALYTICS_URL: optional(service),
  /** Cloudflare Turnstile. Set both or neither. Upload the secret with `wrangler secret put`. */
  TURNSTILE_SITE_KEY: optional(key),
  TURNSTILE_SECRET: optional(key).register(secretSettings),
  TURNSTILE_VERIFY_URL: service.default(`${turnstileOrigin}/turnstile/v0/siteverify`),
  DEV_TOOLS: toggle(),
  /** 0 renders every page for every request, for development and for measurements. */
  PAGE_CACHE: toggle('1'),
})

const configSchema = storefrontSettings.refine(
  ({ TURNSTILE_SITE_KEY: site, TURNSTILE_SECRET: secret }) => (site === null) === (secret === null),
  {
    path: ['TURNSTILE_SECRET'],
    error: 'must be set together with TURNSTILE_SITE_KEY, or not at all',
  },
)
export type StorefrontConfig = z.output<typeof configSchema>

export function parseConfig(env: unknown): StorefrontConfig {
  return parseSettings(configSchema, env, 'in wrangler.toml [vars]')
}
