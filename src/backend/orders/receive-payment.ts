import type { BackendContext } from '../context.ts'
import { recordFacts } from './ledger.ts'

/** The path of payment webhooks, before the provider's id. */
export const paymentWebhookPath = '/callbacks/payment/'

/**
 * Receives a webhook of a provider. The facts are stored before the provider gets its answer, so
 * that it repeats a webhook whose facts could not be stored.
 */
export async function receivePayment(
  context: BackendContext,
  providerID: string,
  request: Request,
): Promise<Response> {
  const provider = context.providers.find(({ id }) => id === providerID)
  if (!provider) return new Response(null, { status: 404 })
  const { facts, response } = await provider.receive(request)
  await recordFacts(context, provider.id, facts)
  return response
}
