import { decimalOf } from '../../domain/money.ts'
import type { Currency } from '../../domain/money.ts'
import { PaymentProviderError } from './payment-provider.ts'
import type { PaymentOrder, PaymentProvider } from './payment-provider.ts'
import { readSignedFact } from './signed-facts.ts'

type GenericSettings = {
  /** Signs the facts that the provider reports. */
  readonly secret: string
  /** The payment page, with names in braces: `https://pay.example/{reference}?sum={amount}`. */
  readonly pageURL: string
  readonly currencies: readonly Currency[]
}

/**
 * Any provider with a payment page at a URL that reports facts in the shop's signed format. It has
 * no API. The operator makes refunds at the provider, which reports them as facts. A cancelled page
 * stays payable there, so a late payment becomes an overcharge.
 */
export function createGenericProvider(
  { secret, pageURL, currencies }: GenericSettings,
  { now }: { readonly now: () => Date },
): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw new PaymentProviderError(
      'generic',
      'refused',
      'this provider has no API. Make refunds in its dashboard.',
    )
  }
  return {
    id: 'generic',
    currencies,
    start: async (order) => ({
      url: fillIn(pageURL, order),
      reference: order.attemptID,
      expiresAt: order.expiresAt,
    }),
    cancel: async () => {},
    refund: refuse,
    canLookUp: false,
    lookUp: refuse,
    receive: async (request) => readSignedFact(request, secret, now()),
  }
}

/** Replaces `{name}` in the template with the order's value, encoded for a URL. */
function fillIn(template: string, order: PaymentOrder): string {
  const values: { readonly [name: string]: string } = {
    reference: order.attemptID,
    invoiceID: order.invoiceID,
    amount: decimalOf(order.amount),
    currency: order.amount.currency,
    email: order.email,
    locale: order.locale,
    successURL: order.successURL,
    failureURL: order.failureURL,
    expiresAt: order.expiresAt.toISOString(),
  }
  return template.replaceAll(/\{(\w+)\}/g, (text, name: string) =>
    encodeURIComponent(values[name] ?? text),
  )
}
