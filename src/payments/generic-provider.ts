import { z } from 'zod'
import { decimalOf, type Currency } from '../kit/money.shared.ts'
import { factKinds, PaymentProviderError, paymentReport } from './payment-provider.ts'
import type {
  PaymentOrder,
  PaymentProvider,
  PaymentFact,
  PaymentReport,
} from './payment-provider.ts'
import { countryCode, invoiceID, money, time } from '../api/common.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender, isSignedByAny, sign } from '../kit/webhooks.ts'

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

const signatureHeader = 'X-Payment-Signature'

/** The JSON body of a signed request, in which the providers `generic` and `test` report a fact. */
const factBody = z.object({
  kind: z.enum(factKinds),
  id: z.string().min(1).max(128),
  reference: z.string().min(1).max(128),
  invoiceID: invoiceID.nullable().default(null),
  refundKey: z.string().max(128).optional(),
  amount: money.extend({ minor: z.int().nonnegative() }),
  fee: money.extend({ minor: z.int().nonnegative() }).optional(),
  country: countryCode.optional(),
  at: time.transform((value) => new Date(value)),
})

/** Reads a signed fact. Answers 401 to a wrong signature and 422 to a body that is not a fact. */
export async function readSignedFact(
  request: Request,
  secrets: readonly string[],
  now: Date,
): Promise<PaymentReport> {
  const body = await request.text()
  const signature = request.headers.get(signatureHeader) ?? undefined
  if (!(await isSignedByAny(secrets, body, signature, now)))
    return paymentReport(401, { problem: unprovenSender })
  const fact = factBody.safeParse(parseJson(body))
  if (!fact.success) return paymentReport(422, { problem: malformedBody(fact.error) })
  return paymentReport(200, { facts: [fact.data] })
}

/** Creates a signed request that reports a fact. */
export async function signedRequest(
  url: string,
  fact: PaymentFact,
  secret: string,
  now: Date,
): Promise<Request> {
  const body = JSON.stringify(fact)
  const headers = { [signatureHeader]: await sign(secret, body, now) }
  return new Request(url, { method: 'POST', body, headers })
}
