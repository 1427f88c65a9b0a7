import { err, ok } from '../kit/result.shared.ts'
import { settleBefore } from '../kit/deadlines.ts'
import { unprovenSender } from '../kit/webhooks.ts'
import { carrierTimeout } from './carrier.ts'
import type { MailCarrier, SendFailure } from './carrier.ts'

type EmailBinding = {
  readonly send: (mail: EmailMessageBuilder) => Promise<EmailSendResult>
}

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
export function plainMessageID(messageID: string): string {
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
