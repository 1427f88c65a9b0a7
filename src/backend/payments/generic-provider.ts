import { decimalOf } from '../../domain/money.ts'
import type { Currency } from '../../domain/money.ts'
import { PaymentProviderError } from './payment-provider.ts'
import type { PaymentOrder, PaymentProvider } from './payment-provider.ts'
import { readSignedFact } from './signed-facts.ts'

type GenericSettings = {
  /** Keys for the signatures of the provider's facts. */
  readonly secrets: readonly string[]
  /** URL of the page, with names in braces: `https://pay.example/{reference}?sum={amount}`. */
  readonly pageURL: string
  readonly currencies: readonly Currency[]
}

/**
 * Supports any provider that has a payment page and reports facts in the shop's signed format.
 * The shop calls no API of the provider. The operator makes refunds at the provider, which reports
 * them as facts. `cancel` does not close the payment page, so a late payment is an overcharge.
 */
export function createGenericProvider(
  { secrets, pageURL, currencies }: GenericSettings,
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
    receive: async (request) => readSignedFact(request, secrets, now()),
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
