import { z } from 'zod'
import { partnerCurrency } from './partners/available-balance.ts'
import { receiptPrefixPattern } from './kit/receipt-number.ts'
import { officeProblems, officeSettings } from './api/office-settings.ts'
import {
  carrierProblems,
  carrierSettings,
  pushProblems,
  pushSettings,
} from './messages/settings.ts'
import { namedProviders, paymentProblems, paymentSettings } from './payments/settings.ts'
import {
  localServerProblems,
  optional,
  parseSettings,
  secret,
  secretSettings,
  toggle,
  shopSettings,
} from './kit/settings.ts'
import { supplierProblems, supplierSettings } from './supply/settings.ts'

const mustBeHours = 'must be a whole number of hours from 1 to 720'
const hours = z.coerce
  .number(mustBeHours)
  .int(mustBeHours)
  .min(1, mustBeHours)
  .max(720, mustBeHours)
const percent = 'must be a number from 0 to 100 with two decimals at most'
const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address: https://carrier.example/send',
})

const list = (each: RegExp, problem: string) =>
  z
    .string(problem)
    .transform((value) => value.split(' ').filter((item) => item !== ''))
    .pipe(z.array(z.string().regex(each, problem)).min(1, problem))
const vatPercent = 'must be a number above 0 and below 100 with two decimals at most'
const mustBePrefix =
  'must be up to 12 capital letters, digits, hyphens, slashes or dots, such as A-, and must not end with a digit'
const prefix = z.string().trim().regex(receiptPrefixPattern, mustBePrefix)
const mustBeHold = 'must be a whole number of days from 0 to 180'
const mustBeDays = 'must be a whole number of days from 1 to 300'
const mustBeCount = 'must be a whole number from 1 to 1000000'
const count = z.coerce
  .number(mustBeCount)
  .int(mustBeCount)
  .min(1, mustBeCount)
  .max(1_000_000, mustBeCount)

export const backendSettings = z.object({
  ...shopSettings,
  DEV_TOOLS: toggle(),
  ...paymentSettings,
  ...supplierSettings,
  ...officeSettings,
  /** Hours after which an unpaid order expires. */
  INVOICE_HOURS: hours.default(24),
  /** Hours after which a paid order that cannot be delivered is refunded. */
  AUTO_REFUND_HOURS: hours.default(24),
  /** Key for the hashes of sign-in codes, so that the database alone does not reveal them. */
  CODE_PEPPER: secret.register(secretSettings),
  /** Countries that get SMS, as ISO 3166-1 codes. */
  SMS_COUNTRIES: list(/^[A-Z]{2}$/, 'must be country codes separated by spaces: GB US').prefault(
    'AM AZ BY CY DE GB GE IL KG KZ MD RU TJ TM TR US UZ',
  ),
  /**
   * Kinds of numbers that get SMS, as libphonenumber names them. Numbers of the US are both kinds.
   */
  SMS_NUMBER_TYPES: list(/^[A-Z_]+$/, 'must be number types separated by spaces: MOBILE').prefault(
    'MOBILE FIXED_LINE_OR_MOBILE',
  ),
  /** Days after which an unused session ends. Cookies last 300 days. */
  SESSION_IDLE_DAYS: z.coerce
    .number(mustBeDays)
    .int(mustBeDays)
    .min(1, mustBeDays)
    .max(300, mustBeDays)
    .default(60),
  SMS_CODES_PER_HOUR: count.default(200),
  MAIL_CODES_PER_HOUR: count.default(2000),
  /** Wrong codes of a day, after which new codes have eight digits. */
  WRONG_CODES_PER_DAY: count.default(100),
  /** Wrong passwords of a day. With twice as many, new browsers need a code. */
  WRONG_PASSWORDS_PER_DAY: count.default(200),
  /** Signs usage reports. Without it, the shop rejects usage reports. */
  USAGE_SECRET: optional(secret).register(secretSettings),
  /** The earlier USAGE_SECRET, until the networks use the new one. */
  USAGE_SECRET_OLD: optional(secret).register(secretSettings),
  /** The reward in percent of a paid order, with at most two decimals. */
  REWARD_PERCENT: z.coerce
    .number(percent)
    .min(0, percent)
    .max(100, percent)
    .multipleOf(0.01, percent)
    .default(10),
  /** The VAT in the prices in percent, for receipts. Null: receipts state no VAT. */
  VAT_PERCENT: optional(
    z.coerce.number(vatPercent).gt(0, vatPercent).lt(100, vatPercent).multipleOf(0.01, vatPercent),
  ),
  /** The text in front of the number of a receipt. */
  RECEIPT_PREFIX: prefix.default(''),
  /** The text in front of the number of a credit note. */
  CREDIT_NOTE_PREFIX: prefix.default('C-'),
  /** Days from a reward until it can be withdrawn, so that refunds and chargebacks come first. */
  REWARD_HOLD_DAYS: z.coerce
    .number(mustBeHold)
    .int(mustBeHold)
    .min(0, mustBeHold)
    .max(180, mustBeHold)
    .default(30),
  WITHDRAWALS_OPEN: toggle('1'),
  /** The smallest number of eSIMs of the last 24 hours that the home page shows. Null hides it. */
  DELIVERIES_SHOWN_FROM: optional(count),
  ...carrierSettings,
  ...pushSettings,
  /**
   * Receives alerts in addition to SUPPORT_EMAIL. A secret, because chat services put a token into
   * it.
   */
  ALERT_WEBHOOK_URL: optional(address).register(secretSettings),
})

const configSchema = backendSettings
  // A reward is a share of the plan's price in the partners' currency, so plans need such a price.
  .refine(
    ({ CURRENCIES, REWARD_PERCENT }) =>
      REWARD_PERCENT === 0 || CURRENCIES.includes(partnerCurrency),
    {
      path: ['CURRENCIES'],
      error: `must have ${partnerCurrency}, which partners are paid in, unless REWARD_PERCENT is 0`,
    },
  )
  // A search for a number, or an accountant, could not tell the documents apart.
  .refine(({ RECEIPT_PREFIX, CREDIT_NOTE_PREFIX }) => RECEIPT_PREFIX !== CREDIT_NOTE_PREFIX, {
    path: ['CREDIT_NOTE_PREFIX'],
    error: 'must differ from RECEIPT_PREFIX',
  })
  .superRefine((config, context) => {
    const problems = [
      ...paymentProblems(config),
      ...supplierProblems(config),
      ...officeProblems(config),
      ...carrierProblems(config),
      ...pushProblems(config),
      ...localServerProblems(config),
    ]
    for (const { path, message } of problems)
      context.addIssue({ code: 'custom', path: [path], message })
  })
  .transform((config) => ({
    ...config,
    // Only development can have an empty list here.
    PAYMENT_PROVIDERS:
      config.PAYMENT_PROVIDERS.length === 0 ? (['test'] as const) : namedProviders(config),
  }))
export type BackendConfig = z.output<typeof configSchema>

export function backendConfig(env: unknown): BackendConfig {
  return parseSettings(
    configSchema,
    env,
    'of the embedded backend in wrangler.toml [vars] or secrets',
  )
}

const configs = new WeakMap<object, BackendConfig>()

/** Parses the settings of an object once. An isolate has one object of bindings. */
export function configOf(bindings: object): BackendConfig {
  const known = configs.get(bindings) ?? backendConfig(bindings)
  configs.set(bindings, known)
  return known
}
