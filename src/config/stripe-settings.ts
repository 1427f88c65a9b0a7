import { z } from 'zod'
import { currencies } from './currencies.ts'

const mustBeKey = 'must be a secret or restricted key of Stripe: sk_live_… or rk_live_…'
const mustBeSigningSecret = 'must be the signing secret of a Stripe webhook endpoint: whsec_…'
const unset = z.literal('').transform(() => null)

export const stripeSettings = {
  STRIPE_SECRET_KEY: z
    .union([unset, z.string().regex(/^[sr]k_(test|live)_\w+$/, mustBeKey)])
    .default(null),
  STRIPE_WEBHOOK_SECRET: z
    .union([unset, z.string().regex(/^whsec_[\w+/=]+$/, mustBeSigningSecret)])
    .default(null),
  /** Currencies charged through Stripe. Without it: all of the shop. */
  STRIPE_CURRENCIES: z.union([unset, currencies]).default(null),
}

type StripeConfig = {
  readonly STRIPE_SECRET_KEY: string | null
  readonly STRIPE_WEBHOOK_SECRET: string | null
}

/** Missing settings of a listed Stripe by variable. */
export function stripeProblems({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: StripeConfig) {
  return {
    STRIPE_SECRET_KEY: [STRIPE_SECRET_KEY === null && mustBeKey],
    STRIPE_WEBHOOK_SECRET: [STRIPE_WEBHOOK_SECRET === null && mustBeSigningSecret],
  }
}
