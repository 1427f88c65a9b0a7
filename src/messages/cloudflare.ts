import { z } from 'zod'
import { err, ok } from '../kit/result.shared.ts'
import { settleBefore } from '../kit/deadlines.ts'
import { unprovenSender, logWebhookProblem } from '../kit/webhooks.ts'
import { carrierTimeout, reportOfEvent } from './carrier.ts'
import type { MailCarrier, SendFailure, BounceReport } from './carrier.ts'
import type { DataContext } from '../context.ts'
import { recordBounces } from './bounces.ts'

type EmailBinding = { readonly send: (mail: EmailMessageBuilder) => Promise<EmailSendResult> }

class NoAnswer extends Error {
  readonly code = 'no answer in time'
}

/**
 * An earlier email to the address bounced, or its recipient complained:
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes
 */
const suppressed = 'E_RECIPIENT_SUPPRESSED'

/**
 * Cloudflare Email Service does not support idempotency keys. If its response is lost, the retry
 * sends the email a second time. The binding has no timeout, so that one email without an answer
 * would delay all others.
 * @param timeout milliseconds
 */
export function createCloudflareCarrier(
  email: EmailBinding,
  timeout = carrierTimeout,
): MailCarrier {
  return {
    id: 'cloudflare',
    // Cloudflare sends bounces to a queue: see email-events.ts.
    receive: async () => err(unprovenSender),
    async send({ from, replyTo, to, subject, text, html, pictures }) {
      try {
        const call = email.send({
          from,
          replyTo,
          to,
          subject,
          text,
          html,
          attachments: pictures.map(({ contentID, filename, base64 }) => ({
            disposition: 'inline' as const,
            contentId: contentID,
            filename,
            type: 'image/png',
            content: base64,
          })),
        })
        const end = AbortSignal.timeout(timeout)
        const { messageId } = await settleBefore(end, call, () => new NoAnswer())
        return ok({ reference: plainMessageID(messageId) })
      } catch (error) {
        return err(failureOf(error))
      }
    },
  }
}

/** Removes the angle brackets of a message id, because events can omit them. */
function plainMessageID(messageID: string): string {
  return messageID.replaceAll(/^<|>$/g, '')
}

/** Omits the error's message, which may contain the address. */
function failureOf(error: unknown): SendFailure {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'no code'
  return {
    code: code === suppressed ? 'refused-recipient' : 'not-sent',
    reason: `Cloudflare Email Service failed: ${code}`,
  }
}

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
  context: DataContext,
  events: readonly unknown[],
): Promise<void> {
  await recordBounces(context, events.flatMap(reportOf))
}

function reportOf(event: unknown): readonly BounceReport[] {
  const reports = reportOfEvent(event, undelivered, ['type'], ({ type, payload }) => {
    const { messageId, recipient, bounce, rejection, failure } = payload
    const reason = bounce?.reason ?? rejection?.reason ?? failure?.reason ?? type
    return { reference: plainMessageID(messageId), recipient, reason }
  })
  if (reports.ok) return reports.value
  logWebhookProblem('queue', reports.error)
  return []
}
