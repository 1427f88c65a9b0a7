import { z } from 'zod'
import { PaymentProviderError } from './payment-provider.ts'
import type { ChargePage, ListedCharge } from './payment-provider.ts'
import type { StripeConnection } from './stripe-connection.ts'
import { lookUpOwnFacts, sessionOfPayment } from './stripe-facts.ts'

const limit = 50
const listedCharge = z.object({ status: z.string(), payment_intent: z.string().nullable() })
const chargeList = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  has_more: z.boolean(),
})

/** Lists the successful charges of the account since a time, newest first. */
export async function listCharges(
  stripe: StripeConnection,
  since: Date,
  cursor: string | null,
): Promise<ChargePage> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const page = cursor === null ? {} : { starting_after: cursor }
  const { data, has_more } = await stripe.call(chargeList, async ({ charges }) =>
    charges.list({ created, limit, ...page }),
  )
  return {
    charges: data.flatMap((item) => toListed(stripe, item)),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  }
}

/** A charge that cannot be read must not hide the other charges of its page. */
function toListed(stripe: StripeConnection, item: { readonly id: string }): ListedCharge[] {
  const { id } = item
  const charge = listedCharge.safeParse(item)
  if (!charge.success) return [{ id, lookUp: async () => refuseUnreadable(charge.error) }]
  const { status, payment_intent: payment } = charge.data
  if (status !== 'succeeded' || payment === null) return []
  return [{ id, lookUp: async () => factsOfPayment(stripe, payment) }]
}

function refuseUnreadable(cause: z.ZodError): never {
  throw new PaymentProviderError('stripe', 'unknown', 'malformed charge', {
    cause,
    isUnreadable: true,
  })
}

async function factsOfPayment(stripe: StripeConnection, payment: string) {
  const reference = await sessionOfPayment(stripe, payment)
  return reference === null ? [] : lookUpOwnFacts(stripe, reference)
}
