import { z } from 'zod'

const unset = z.literal('').transform(() => null)
const toggle = (standard: '0' | '1') =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default(standard)
    .transform((value) => value === '1')
const mustBeSecret = 'must be a secret of 12 characters or more'
const secret = z.string(mustBeSecret).min(12, mustBeSecret)
const mustBeBrand = 'must have 1 to 40 characters'
const percent = 'must be a number from 0 to 100 with two decimals at most'
const address = z
  .union([
    unset,
    z.url({ protocol: /^https?$/, error: 'must be an address: https://carrier.example/send' }),
  ])
  .default(null)

const configSchema = z.object({
  SITE_ORIGIN: z.url(),
  /** Where the test payment page is served, when not with the shop. */
  PAYMENT_PAGES_ORIGIN: z.url().optional(),
  /** Where visitors' messages go. */
  SUPPORT_EMAIL: z.email('must be an e-mail address'),
  PARTNERS_EMAIL: z.email('must be an e-mail address'),
  /** Signs codes by SMS. */
  BRAND_NAME: z.string(mustBeBrand).min(1, mustBeBrand).max(40, mustBeBrand),
  DEV_TOOLS: toggle('0'),
  /** Signs what the payment provider tells; the provider has the same one. */
  PAYMENT_SECRET: secret,
  /** Keys the hashes of confirmation codes: without it the database alone does not tell them. */
  CODE_PEPPER: secret,
  /** Signs what networks tell about use; unset: nobody may tell. */
  USAGE_SECRET: z.union([unset, secret]).default(null),
  /** Percent of a paid order that its partner gets, two decimals at most. */
  REWARD_PERCENT: z.coerce
    .number(percent)
    .min(0, percent)
    .max(100, percent)
    .multipleOf(0.01, percent)
    .default(10),
  /** 0 switches withdrawals off for a time. */
  WITHDRAWALS_OPEN: toggle('1'),
  /** Who carries mail and SMS: see mail/sending.ts. Unset: messages wait in the outbox. */
  MAIL_WEBHOOK_URL: address,
  SMS_WEBHOOK_URL: address,
  MESSAGE_WEBHOOK_TOKEN: z.string().optional(),
})
export type BackendConfig = z.infer<typeof configSchema>

/** The embedded backend's settings; throws an Error that names each bad variable. */
export function backendConfig(env: unknown): BackendConfig {
  const parsed = configSchema.safeParse(env)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The embedded backend is not configured.\n${problems.join('\n')}`)
}
