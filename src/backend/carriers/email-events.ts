import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { recordBounces } from './bounces.ts'
import { logWebhookProblem, malformedBody } from '../webhook-problem.ts'
import type { BounceReport } from './carrier.ts'
import { plainMessageID } from './cloudflare.ts'

const name = 'cf.email.sending.message'
const undeliveredTypes = [`${name}.bounced`, `${name}.rejected`, `${name}.failed`] as const
const anyEvent = z.object({ type: z.string() })

/** https://developers.cloudflare.com/email-service/reference/event-subscriptions/ */
const undelivered = z.object({
  type: z.enum(undeliveredTypes),
  payload: z.object({
    messageId: z.string(),
    recipient: z.string(),
    bounce: z.object({ reason: z.string() }).optional(),
    rejection: z.object({ reason: z.string() }).optional(),
    failure: z.object({ reason: z.string() }).optional(),
  }),
})

/** Processes events of Cloudflare Email Service from a queue. Ignores mail that was delivered. */
export async function receiveEmailEvents(
  context: Pick<BackendContext, 'db' | 'now'>,
  events: readonly unknown[],
): Promise<void> {
  await recordBounces(context, events.flatMap(reportOf))
}

function reportOf(event: unknown): BounceReport[] {
  const kind = anyEvent.safeParse(event)
  if (kind.success && !undeliveredTypes.some((type) => type === kind.data.type)) return []
  const { data, error } = undelivered.safeParse(event)
  if (error) {
    logWebhookProblem('queue', malformedBody(error))
    return []
  }
  const { messageId, recipient, bounce, rejection, failure } = data.payload
  const reason = bounce?.reason ?? rejection?.reason ?? failure?.reason ?? data.type
  return [{ reference: plainMessageID(messageId), recipient, reason }]
}
