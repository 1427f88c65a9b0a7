import { z } from 'zod'
import type { Currency } from '../domain/money.ts'
import { testKeyProblem } from './test-keys.ts'
import type { TestKeyConfig } from './test-keys.ts'
import { currencies } from './currencies.ts'
import type { Problems } from './setting-problems.ts'
import { optional, secretSettings } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'

const mustBeKey = 'must be a secret or restricted Stripe key: sk_live_… or rk_live_…'
const mustBeSigningSecret = 'must be the signing secret of a Stripe webhook endpoint: whsec_…'

export const stripeSettings = {
  STRIPE_SECRET_KEY: optional(z.string().regex(/^[sr]k_(test|live)_\w+$/, mustBeKey)).register(
    secretSettings,
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_[\w+/=]+$/, mustBeSigningSecret),
  ).register(secretSettings),
  /** Currencies that Stripe charges. Without it, Stripe charges all currencies of the shop. */
  STRIPE_CURRENCIES: optional(currencies),
}

type StripeConfig = TestKeyConfig &
  ValuesOf<typeof stripeSettings> & { readonly CURRENCIES: readonly Currency[] }

export const stripe = {
  // The origin of Checkout pages, unless the account has its own domain for them.
  pagesOrigin: () => 'https://checkout.stripe.com',
  currencies: ({ STRIPE_CURRENCIES, CURRENCIES }: StripeConfig) => STRIPE_CURRENCIES ?? CURRENCIES,
  problems: (config: StripeConfig): Problems => {
    const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = config
    return {
      STRIPE_SECRET_KEY: [key === null ? mustBeKey : testKeyProblem(key, config)],
      STRIPE_WEBHOOK_SECRET: [secret === null && mustBeSigningSecret],
    }
  },
}
