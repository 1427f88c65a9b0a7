import { z } from 'zod'
import type { ChargePage } from './payment-provider.ts'
import type { StripeConnection } from './stripe-connection.ts'
import { lookUpOwnFacts, sessionOfPayment } from './stripe-facts.ts'

const limit = 50
const chargeList = z.object({
  data: z.array(
    z.object({ id: z.string(), status: z.string(), payment_intent: z.string().nullable() }),
  ),
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
    charges: data.flatMap(({ id, status, payment_intent: payment }) =>
      status === 'succeeded' && payment !== null
        ? [{ id, lookUp: async () => factsOfPayment(stripe, payment) }]
        : [],
    ),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  }
}

async function factsOfPayment(stripe: StripeConnection, payment: string) {
  const reference = await sessionOfPayment(stripe, payment)
  return reference === null ? [] : lookUpOwnFacts(stripe, reference)
}
