import { z } from 'zod'
import { testKeyProblem } from './test-keys.ts'
import type { TestKeyConfig } from './test-keys.ts'
import { currencies } from './currencies.ts'
import { unset } from './setting-types.ts'

const mustBeKey = 'must be a secret or restricted key of Stripe: sk_live_… or rk_live_…'
const mustBeSigningSecret = 'must be the signing secret of a Stripe webhook endpoint: whsec_…'

/** Origin of Checkout pages, unless the account has its own domain for them. */
export const stripeOrigin = 'https://checkout.stripe.com'

export const stripeSettings = {
  STRIPE_SECRET_KEY: z
    .union([unset, z.string().regex(/^[sr]k_(test|live)_\w+$/, mustBeKey)])
    .default(null),
  STRIPE_WEBHOOK_SECRET: z
    .union([unset, z.string().regex(/^whsec_[\w+/=]+$/, mustBeSigningSecret)])
    .default(null),
  /** Currencies charged through Stripe. Without it: all currencies of the shop. */
  STRIPE_CURRENCIES: z.union([unset, currencies]).default(null),
}

type StripeConfig = TestKeyConfig & {
  readonly STRIPE_CURRENCIES: readonly string[] | null
  readonly STRIPE_SECRET_KEY: string | null
  readonly STRIPE_WEBHOOK_SECRET: string | null
}

/** Wrong settings of Stripe by variable, if it is listed. */
export function stripeProblems(config: StripeConfig) {
  const { STRIPE_SECRET_KEY: key } = config
  return {
    STRIPE_SECRET_KEY: [key === null ? mustBeKey : testKeyProblem(key, config)],
    STRIPE_WEBHOOK_SECRET: [config.STRIPE_WEBHOOK_SECRET === null && mustBeSigningSecret],
  }
}
