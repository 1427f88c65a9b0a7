import { z } from 'zod'
import type { Currency } from '../domain/money.ts'
import { generic, genericPaymentSettings } from './generic-payment-settings.ts'
import { listProblems } from './setting-problems.ts'
import type { Problems, SettingProblem } from './setting-problems.ts'
import {
  mustBeSecret,
  nameList,
  optional,
  secret,
  secretSettings,
  toggle,
} from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'
import { stripe, stripeSettings } from './stripe-settings.ts'
import { yookassa, yookassaSettings } from './yookassa-settings.ts'

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
  readonly CURRENCIES: readonly Currency[]
}

type Provider = {
  /** The origin of its payment pages, which the order form may redirect to. */
  readonly pagesOrigin: (config: PaymentConfig) => string | null | undefined
  /** The currencies that it charges in this shop. */
  readonly currencies: (config: PaymentConfig) => readonly Currency[]
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

export function currenciesOf(name: ProviderName, config: PaymentConfig): readonly Currency[] {
  return providers[name].currencies(config)
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
