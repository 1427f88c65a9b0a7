import type { BackendContext } from '../context.ts'
import { mailWebhookPath } from '../public-paths.ts'
import { logWebhookProblem } from '../webhook-problem.ts'
import { recordBounces } from './bounces.ts'

/** Processes a webhook of MAIL_CARRIER about mail that did not arrive. */
export async function receiveBounces(
  context: BackendContext,
  carrierID: string,
  request: Request,
): Promise<Response> {
  const { mail } = context.carriers
  if (mail?.id !== carrierID) return new Response(null, { status: 404 })
  const reports = await mail.receive(request, context.now)
  if (!reports.ok) {
    logWebhookProblem(mailWebhookPath + carrierID, reports.error)
    return new Response(null, { status: reports.error.part === 'sender' ? 401 : 422 })
  }
  await recordBounces(context, reports.value)
  return new Response(null, { status: 200 })
}
