import type { BackendContext } from '../context.ts'
import { mailWebhookPath } from '../public-paths.ts'
import { logWebhookProblem, unprovenSender } from '../webhook-problem.ts'
import { recordBounces } from './bounces.ts'

/** Receives a webhook of MAIL_CARRIER about mail that did not arrive. */
export async function receiveBounces(
  context: BackendContext,
  carrierID: string,
  request: Request,
): Promise<Response> {
  const { mail } = context.carriers
  if (mail?.id !== carrierID) return new Response(null, { status: 404 })
  const reports = await mail.receive(request, context.now)
  if (reports === null) {
    logWebhookProblem(mailWebhookPath + carrierID, unprovenSender)
    return new Response(null, { status: 401 })
  }
  await recordBounces(context, reports)
  return new Response(null, { status: 200 })
}
