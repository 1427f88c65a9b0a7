import { z } from 'zod'
import type { Currency } from '../domain/money.ts'
import { mustBeSecret, secret, toggle, unset } from './setting-types.ts'
import { stripeOrigin, stripeProblems, stripeSettings } from './stripe-settings.ts'
import { yookassaOrigin, yookassaProblems, yookassaSettings } from './yookassa-settings.ts'

/** Every provider that `src/backend/payments/providers.ts` can create. */
const providerNames = ['stripe', 'yookassa', 'generic', 'test'] as const
type ProviderName = (typeof providerNames)[number]
/** The value of PAYMENT_PROVIDERS in a preview: a shop that takes no orders yet. */
export const noProvider = 'none'

const mustBeProviders = `must name payment providers: ${providerNames.join(', ')}`

/** Values that a payment page's address may contain in braces. */
const pageValues =
  'reference invoiceID amount currency email locale successURL failureURL expiresAt'.split(' ')

/** Settings of payment providers. Only listed providers need secrets. */
export const paymentSettings = {
  /** In order of preference, separated by commas: `stripe,yookassa`. */
  PAYMENT_PROVIDERS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.enum([...providerNames, noProvider], mustBeProviders))),
  /** Origin of the test payment page, if it differs from SITE_ORIGIN. */
  PAYMENT_PAGES_ORIGIN: z.url().optional(),
  /** Signs the facts of the providers `generic` and `test`. */
  PAYMENT_SECRET: z.union([unset, secret]).default(null),
  GENERIC_PAYMENT_URL: z
    .union([unset, z.string().refine(isPageTemplate, mustBePage())])
    .default(null),
  /** 1 accepts test keys of providers: a shop to try, where nobody pays with money. */
  PAYMENT_TEST_KEYS: toggle(),
  ...stripeSettings,
  ...yookassaSettings,
}

type ProviderConfig = Parameters<typeof stripeProblems>[0] & Parameters<typeof yookassaProblems>[0]
type PaymentConfig = ProviderConfig & {
  readonly DEV_TOOLS: boolean
  readonly CURRENCIES: readonly Currency[]
  readonly PAYMENT_PROVIDERS: readonly (ProviderName | typeof noProvider)[]
  readonly PAYMENT_SECRET: string | null
  readonly PAYMENT_PAGES_ORIGIN?: string | undefined
  readonly GENERIC_PAYMENT_URL: string | null
}

/** The currencies that a provider charges in this shop. */
export function currenciesOf(
  name: ProviderName,
  { CURRENCIES, STRIPE_CURRENCIES }: Pick<PaymentConfig, 'CURRENCIES' | 'STRIPE_CURRENCIES'>,
): readonly Currency[] {
  if (name === 'stripe') return STRIPE_CURRENCIES ?? CURRENCIES
  return name === 'yookassa' ? ['RUB'] : CURRENCIES
}

/** Origins of the listed providers' payment pages, which the order form may redirect to. */
export function paymentOrigins(config: PaymentConfig): readonly string[] {
  const { PAYMENT_PAGES_ORIGIN, GENERIC_PAYMENT_URL } = config
  const origins = {
    stripe: stripeOrigin,
    yookassa: yookassaOrigin,
    generic: GENERIC_PAYMENT_URL && new URL(GENERIC_PAYMENT_URL).origin,
    test: PAYMENT_PAGES_ORIGIN && new URL(PAYMENT_PAGES_ORIGIN).origin,
  }
  return namedProviders(config).flatMap((name) => origins[name] || [])
}

/** The providers of PAYMENT_PROVIDERS: none in a preview. */
export function namedProviders({
  PAYMENT_PROVIDERS,
}: Pick<PaymentConfig, 'PAYMENT_PROVIDERS'>): readonly ProviderName[] {
  return PAYMENT_PROVIDERS.filter((name) => name !== noProvider)
}

type Problems = { readonly [variable: string]: readonly (string | false)[] }

/** Wrong payment settings by variable. */
export function paymentProblems(config: PaymentConfig): { path: string; message: string }[] {
  const { DEV_TOOLS, PAYMENT_PROVIDERS, PAYMENT_SECRET, GENERIC_PAYMENT_URL } = config
  const names = namedProviders(config)
  const isPreview = PAYMENT_PROVIDERS.includes(noProvider)
  const isListed = (name: ProviderName) => names.includes(name)
  const charged = names.flatMap((name) => currenciesOf(name, config))
  const uncharged = config.CURRENCIES.filter((each) => !charged.includes(each))
  const problems: readonly Problems[] = [
    {
      PAYMENT_PROVIDERS: [
        names.length === 0 && !DEV_TOOLS && !isPreview && mustBeProviders,
        names.length > 0 && isPreview && `must not have ${noProvider} and a provider`,
        isListed('test') && !DEV_TOOLS && 'must not have test, which takes no money',
      ],
      PAYMENT_SECRET: [
        (DEV_TOOLS || isListed('generic')) && PAYMENT_SECRET === null && mustBeSecret,
      ],
      GENERIC_PAYMENT_URL: [isListed('generic') && GENERIC_PAYMENT_URL === null && mustBePage()],
      CURRENCIES: [
        names.length > 0 &&
          uncharged.length > 0 &&
          `must be charged by a provider of PAYMENT_PROVIDERS: none charges ${uncharged.join(' ')}`,
      ],
    },
    isListed('stripe') ? stripeProblems(config) : {},
    isListed('yookassa') ? yookassaProblems(config) : {},
  ]
  return problems
    .flatMap(Object.entries<Problems[string]>)
    .flatMap(([path, messages]) =>
      messages.flatMap((message) => (message === false ? [] : [{ path, message }])),
    )
}

function mustBePage(): string {
  return 'must be a payment page: https://pay.example/{reference}?sum={amount}'
}

function isPageTemplate(value: string): boolean {
  const names = [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return (
    names.every((name) => pageValues.includes(name)) &&
    names.includes('reference') &&
    z.url({ protocol: /^https?$/ }).safeParse(value.replaceAll(/[{}]/g, '')).success
  )
}
