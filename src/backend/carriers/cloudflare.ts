import { err, ok } from '../../domain/result.ts'
import { unprovenSender } from '../webhook-problem.ts'
import type { MailCarrier, SendFailure } from './carrier.ts'

/** The part of the binding that the carrier uses. */
type EmailBinding = {
  readonly send: (mail: EmailMessageBuilder) => Promise<EmailSendResult>
}

/**
 * The address bounced before, or complained:
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes
 */
const suppressed = 'E_RECIPIENT_SUPPRESSED'

/**
 * Sends mail with Cloudflare Email Service, through the binding of wrangler.toml. It doesn't
 * support idempotency keys: an email whose answer was lost arrives twice.
 */
export function createCloudflareCarrier(email: EmailBinding): MailCarrier {
  return {
    id: 'cloudflare',
    // Bounces come from a queue: email-events.ts.
    receive: async () => err(unprovenSender),
    async send({ from, replyTo, to, subject, text, html, pictures }) {
      try {
        const { messageId } = await email.send({
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
        return ok({ reference: plainMessageID(messageId) })
      } catch (error) {
        return err(failureOf(error))
      }
    },
  }
}

/** Removes the brackets of a message id: events may omit them. */
export function plainMessageID(messageID: string): string {
  return messageID.replaceAll(/^<|>$/g, '')
}

/** An error's message may contain the address. */
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
