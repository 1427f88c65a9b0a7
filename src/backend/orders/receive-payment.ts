import { logSecurity } from '../../domain/security-log.ts'
import type { BackendContext } from '../context.ts'
import { paymentWebhookPath } from '../public-paths.ts'
import { recordFacts } from './ledger.ts'

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
  if (response.status === 400 || response.status === 401)
    logSecurity({ event: 'bad-signature', path: paymentWebhookPath + providerID })
  await recordFacts(context, provider.id, facts)
  return response
}
