import { z } from 'zod'
import { isCurrency, type Currencies, type Currency } from '../kit/money.shared.ts'
import {
  currencies,
  optional,
  secretSettings,
  listProblems,
  localServer,
  mustBeSecret,
  nameList,
  secret,
  toggle,
} from '../kit/settings.ts'
import type { Problems, ValuesOf, SettingProblem } from '../kit/settings.ts'

const mustBeKey = 'must be a secret or restricted Stripe key: sk_live_… or rk_live_…'
const mustBeSigningSecret = 'must be the signing secret of a Stripe webhook endpoint: whsec_…'

const stripeSettings = {
  STRIPE_SECRET_KEY: optional(z.string().regex(/^[sr]k_(test|live)_\w+$/, mustBeKey)).register(
    secretSettings,
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_[\w+/=]+$/, mustBeSigningSecret),
  ).register(secretSettings),
  STRIPE_API_URL: localServer,
  /** Currencies that Stripe charges. Without it, Stripe charges all currencies of the shop. */
  STRIPE_CURRENCIES: optional(currencies),
}

type StripeConfig = TestKeyConfig & ValuesOf<typeof stripeSettings>

const stripe = {
  // The origin of Checkout pages, unless the account has its own domain for them.
  pagesOrigin: ({ STRIPE_API_URL: server }: StripeConfig) =>
    server ?? 'https://checkout.stripe.com',
  currencies: ({ STRIPE_CURRENCIES, CURRENCIES }: ChargingShop) => STRIPE_CURRENCIES ?? CURRENCIES,
  problems: (config: StripeConfig): Problems => {
    const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = config
    return {
      STRIPE_SECRET_KEY: [key === null ? mustBeKey : testKeyProblem(key, config)],
      STRIPE_WEBHOOK_SECRET: [secret === null && mustBeSigningSecret],
    }
  },
}

type TestKeyConfig = { readonly DEV_TOOLS: boolean; readonly PAYMENT_TEST_KEYS: boolean }

const mustBeLive =
  'must be a live key, because a test key charges nobody. PAYMENT_TEST_KEYS = "1" accepts test ' +
  'keys in a trial shop'

/** Rejects a provider's test key in production: `sk_test_…`, `rk_test_…` or `test_…`. */
function testKeyProblem(
  key: string,
  { DEV_TOOLS, PAYMENT_TEST_KEYS }: TestKeyConfig,
): string | false {
  return /^([sr]k_)?test_/.test(key) && !DEV_TOOLS && !PAYMENT_TEST_KEYS && mustBeLive
}

const mustBeShop = 'must be the number of the shop at YooKassa (shopId)'
const mustBeYookassaKey = 'must be a YooKassa secret key: live_… or test_…'

/** Codes of the API: https://yookassa.ru/developers/payment-acceptance/receipts */
function taxCode(max: number) {
  const mustBeCode = `must be a code from 1 to ${max}`
  return optional(
    z.coerce.number(mustBeCode).int(mustBeCode).min(1, mustBeCode).max(max, mustBeCode),
  )
}

const yookassaSettings = {
  YOOKASSA_SHOP_ID: optional(z.string().regex(/^\d{3,12}$/, mustBeShop)),
  YOOKASSA_SECRET_KEY: optional(
    z.string().regex(/^(live|test)_[\w-]{10,}$/, mustBeYookassaKey),
  ).register(secretSettings),
  YOOKASSA_API_URL: localServer,
  /** The VAT rate on receipts for the tax office. Without it the shop sends no receipts. */
  YOOKASSA_VAT_CODE: taxCode(12),
  YOOKASSA_TAX_SYSTEM_CODE: taxCode(6),
}

type YookassaConfig = TestKeyConfig &
  ValuesOf<typeof yookassaSettings> & { readonly CURRENCIES: readonly Currency[] }

const yookassa = {
  pagesOrigin: ({ YOOKASSA_API_URL: server }: YookassaConfig) => server ?? 'https://yoomoney.ru',
  currencies: () => ['RUB'],
  problems: (config: YookassaConfig): Problems => {
    const { YOOKASSA_SHOP_ID: shopID, YOOKASSA_SECRET_KEY: key } = config
    const hasTaxSystemOnly =
      config.YOOKASSA_TAX_SYSTEM_CODE !== null && config.YOOKASSA_VAT_CODE === null
    return {
      CURRENCIES: [!config.CURRENCIES.includes('RUB') && 'must have RUB, YooKassa’s currency'],
      YOOKASSA_SHOP_ID: [shopID === null && mustBeShop],
      YOOKASSA_SECRET_KEY: [key === null ? mustBeYookassaKey : testKeyProblem(key, config)],
      YOOKASSA_VAT_CODE: [hasTaxSystemOnly && 'must be set with YOOKASSA_TAX_SYSTEM_CODE'],
    }
  },
}

const mustBePage = 'must be a payment page: https://pay.example/{reference}?sum={amount}'

/** Values that a payment page's address may contain in braces. */
const pageValues =
  'reference invoiceID amount currency email locale successURL failureURL expiresAt'.split(' ')

const genericPaymentSettings = {
  GENERIC_PAYMENT_URL: optional(z.string().refine(isPageTemplate, mustBePage)),
}

type GenericConfig = ValuesOf<typeof genericPaymentSettings>

const generic = {
  pagesOrigin: ({ GENERIC_PAYMENT_URL: page }: GenericConfig) => page && new URL(page).origin,
  currencies: ({ CURRENCIES }: ChargingShop) => CURRENCIES,
  problems: ({ GENERIC_PAYMENT_URL: page }: GenericConfig): Problems => ({
    GENERIC_PAYMENT_URL: [page === null && mustBePage],
  }),
}

function isPageTemplate(value: string): boolean {
  const names = [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return (
    names.every((name) => pageValues.includes(name)) &&
    names.includes('reference') &&
    z.url({ protocol: /^https?$/ }).safeParse(value.replaceAll(/[{}]/g, '')).success
  )
}

/** Every provider that the shop can charge through. */
export const providerNames = ['stripe', 'yookassa', 'generic', 'test'] as const
type ProviderName = (typeof providerNames)[number]
/** The value of PAYMENT_PROVIDERS in a preview, which is a shop that accepts no orders yet. */
export const noProvider = 'none'

const mustBeProviders = `must name payment providers: ${providerNames.join(', ')}`

/** Settings of payment providers. Only listed providers need secrets. */
export const paymentSettings = {
  /** In order of preference, separated by commas: `stripe,yookassa`. */
  PAYMENT_PROVIDERS: nameList
    .pipe(z.array(z.enum([...providerNames, noProvider], mustBeProviders)))
    .readonly(),
  /** Origin of the test payment page, if it differs from SITE_ORIGIN. */
  PAYMENT_PAGES_ORIGIN: z.url().optional(),
  /** Signs the facts of the providers `generic` and `test`. */
  PAYMENT_SECRET: optional(secret).register(secretSettings),
  /** The earlier PAYMENT_SECRET of the provider `generic`, until it uses the new one. */
  PAYMENT_SECRET_OLD: optional(secret).register(secretSettings),
  /** 1 accepts test keys of providers, for a trial shop in which nobody pays with real money. */
  PAYMENT_TEST_KEYS: toggle(),
  ...genericPaymentSettings,
  ...stripeSettings,
  ...yookassaSettings,
}

type PaymentConfig = ValuesOf<typeof paymentSettings> & {
  readonly DEV_TOOLS: boolean
  readonly CURRENCIES: Currencies
}

/** The settings that decide who charges which currency. */
export const chargingSettings = z.object({
  CURRENCIES: currencies,
  PAYMENT_PROVIDERS: paymentSettings.PAYMENT_PROVIDERS,
  STRIPE_CURRENCIES: stripeSettings.STRIPE_CURRENCIES,
})
export type ChargingShop = Readonly<z.output<typeof chargingSettings>>

type Provider = {
  /** The origin of its payment pages, which the order form may redirect to. */
  readonly pagesOrigin: (config: PaymentConfig) => string | null | undefined
  /** The currencies that it charges in this shop. */
  readonly currencies: (shop: ChargingShop) => readonly Currency[]
  /** Returns the invalid settings, if the provider is listed. */
  readonly problems: (config: PaymentConfig) => Problems
}

const test: Provider = {
  pagesOrigin: ({ PAYMENT_PAGES_ORIGIN: page }) => page && new URL(page).origin,
  currencies: ({ CURRENCIES }) => CURRENCIES,
  problems: ({ DEV_TOOLS }) => ({
    PAYMENT_PROVIDERS: [!DEV_TOOLS && 'must not have test, which takes no money'],
  }),
}

const providers: { readonly [Name in ProviderName]: Provider } = { stripe, yookassa, generic, test }

export function currenciesOf(name: ProviderName, shop: ChargingShop): readonly Currency[] {
  return providers[name].currencies(shop)
}

/** Origins of the listed providers' payment pages. */
export function paymentOrigins(config: PaymentConfig): readonly string[] {
  return namedProviders(config).flatMap((name) => providers[name].pagesOrigin(config) || [])
}

/** Returns the providers in PAYMENT_PROVIDERS. A preview has no providers. */
export function namedProviders({
  PAYMENT_PROVIDERS,
}: Pick<PaymentConfig, 'PAYMENT_PROVIDERS'>): readonly ProviderName[] {
  return PAYMENT_PROVIDERS.filter((name) => name !== noProvider)
}

/** Returns invalid payment settings by variable. */
export function paymentProblems(config: PaymentConfig): readonly SettingProblem[] {
  const { DEV_TOOLS, PAYMENT_PROVIDERS, PAYMENT_SECRET } = config
  const names = namedProviders(config)
  const isPreview = PAYMENT_PROVIDERS.includes(noProvider)
  const charged = names.flatMap((name) => currenciesOf(name, config))
  const uncharged = config.CURRENCIES.filter((each) => !charged.includes(each))
  return listProblems([
    {
      PAYMENT_PROVIDERS: [
        names.length === 0 && !DEV_TOOLS && !isPreview && mustBeProviders,
        names.length > 0 && isPreview && `must not have ${noProvider} and a provider`,
      ],
      PAYMENT_SECRET: [
        (DEV_TOOLS || names.includes('generic')) && PAYMENT_SECRET === null && mustBeSecret,
      ],
      CURRENCIES: [
        names.length > 0 &&
          uncharged.length > 0 &&
          `must be charged by a provider of PAYMENT_PROVIDERS: none charges ${uncharged.join(' ')}`,
      ],
    },
    ...names.map((name) => providers[name].problems(config)),
  ])
}

export const paymentOptionPattern = /^card-([a-z]{3})$/

export function cardIn(currency: Currency): string {
  return `card-${currency.toLowerCase()}`
}

export function currencyOf(paymentOption: string): Currency | null {
  return paymentOptionPattern.exec(paymentOption)?.[1]?.toUpperCase() ?? null
}

/** Methods that payment pages can accept. Pages name them, and the operator states which apply. */
const paymentMethods = [
  'visa',
  'mastercard',
  'mir',
  'amex',
  'unionpay',
  'sbp',
  'sberpay',
  'tpay',
  'apple-pay',
  'google-pay',
  'paypal',
] as const
type PaymentMethod = (typeof paymentMethods)[number]
export type PaymentMethods = { readonly [currency: Currency]: readonly PaymentMethod[] }

function isPaymentMethod(name: string): name is PaymentMethod {
  return paymentMethods.some((each) => each === name)
}

const problem = `must be methods by currency: RUB:mir,sbp USD:visa,mastercard. Methods: ${paymentMethods.join(', ')}`

/** Methods that customers know a provider by. PAYMENT_METHODS replaces them. */
export function usualMethods(config: PaymentConfig): PaymentMethods {
  return namedProviders(config).includes('yookassa') ? { RUB: ['mir', 'sbp'] } : {}
}

/** The methods that the operator's providers accept in each currency. Forms show them. */
export const methodsByCurrency = z
  .string(problem)
  .default('')
  .transform((value, context): PaymentMethods => {
    const entries = value
      .split(' ')
      .filter((each) => each !== '')
      .map((each) => {
        const [currency = '', list = '', ...rest] = each.split(':')
        return { currency, methods: list.split(','), isWhole: rest.length === 0 }
      })
    const areGood = entries.every(
      ({ currency, methods, isWhole }) =>
        isWhole && isCurrency(currency) && methods.every(isPaymentMethod),
    )
    if (!areGood) context.addIssue(problem)
    return Object.fromEntries(
      entries.map(({ currency, methods }) => [currency, methods.filter(isPaymentMethod)]),
    )
  })
