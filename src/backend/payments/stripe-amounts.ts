import { minorDigits } from '../../domain/money.ts'
import type { Money } from '../../domain/money.ts'
import { PaymentProviderError } from './payment-provider.ts'

// https://docs.stripe.com/currencies#zero-decimal and #special-cases. All other currencies have two
// decimals. ISK and UGX do too, although Stripe charges them in whole units only.
const withoutDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
const withThreeDecimals = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Converts an amount to Stripe's integer. Throws a refusal if Stripe cannot charge the amount. */
export function toStripeAmount({ minor, currency }: Money): number {
  const amount = minor * stripeUnits(currency)
  const step = withThreeDecimals.has(currency) ? 10 : 1
  if (Number.isInteger(amount) && amount % step === 0) return amount
  throw new PaymentProviderError(
    'stripe',
    'refused',
    `cannot charge ${minor} minor units of ${currency}`,
  )
}

/** @param currency in lower case, as Stripe returns it */
export function fromStripeAmount(amount: number, currency: string): Money {
  const code = currency.toUpperCase()
  return { minor: Math.round(amount / stripeUnits(code)), currency: code }
}

/** Number of Stripe's units in one minor unit of the shop: 1 for USD. */
function stripeUnits(currency: string): number {
  return 10 ** (stripeDecimals(currency) - minorDigits(currency))
}

function stripeDecimals(currency: string): number {
  if (withoutDecimals.has(currency)) return 0
  return withThreeDecimals.has(currency) ? 3 : 2
}
