import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { recordBounces, readUndelivered } from './bounces.ts'
import { logWebhookProblem } from '../kit/webhooks.ts'
import type { BounceReport } from './carrier.ts'
import { plainMessageID } from './cloudflare.ts'

const name = 'cf.email.sending.message'

/** https://developers.cloudflare.com/email-service/reference/event-subscriptions/ */
const undelivered = z.object({
  type: z.enum([`${name}.bounced`, `${name}.rejected`, `${name}.failed`]),
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
  const found = readUndelivered(event, undelivered, ['type'])
  if (!found.ok) logWebhookProblem('queue', found.error)
  if (!found.ok || found.value === null) return []
  const { type, payload } = found.value
  const { messageId, recipient, bounce, rejection, failure } = payload
  const reason = bounce?.reason ?? rejection?.reason ?? failure?.reason ?? type
  return [{ reference: plainMessageID(messageId), recipient, reason }]
}
