import { z } from 'zod'
import { err, ok } from '../kit/result.shared.ts'
import { equalInConstantTime } from '../kit/crypto.ts'
import { unprovenSender } from '../kit/webhooks.ts'
import { callCarrier, notSent, refusedRecipient, reportOfEvent } from './carrier.ts'
import type { FetchCarrier, Mail, MailCarrier } from './carrier.ts'
import { quoteName } from './resend.ts'
import { parseJson } from '../kit/db.ts'

type PostmarkOptions = {
  readonly serverToken: string
  /** Passwords of webhooks, for the user `postmark`. If empty, the shop rejects all webhooks. */
  readonly webhookSecrets: readonly string[]
  readonly fetch: FetchCarrier
}

const answerSchema = z.object({ ErrorCode: z.int(), MessageID: z.string().optional() })

/**
 * Bounce types of mail that will not arrive. Postmark retries `Transient` bounces. The other types
 * are replies and confirmations: https://postmarkapp.com/developer/api/bounce-api#bounce-types
 */
const undelivered = z.object({
  RecordType: z.literal('Bounce'),
  Type: z.enum([
    'HardBounce',
    'SoftBounce',
    'BadEmailAddress',
    'Blocked',
    'DMARCPolicy',
    'DnsError',
    'ManuallyDeactivated',
    'SMTPApiError',
    'SpamNotification',
  ]),
  MessageID: z.string(),
  Email: z.string(),
  Description: z.string(),
})

/**
 * An earlier email to the address bounced, or its recipient complained:
 * https://postmarkapp.com/developer/api/overview
 */
const inactiveRecipient = 406

/**
 * Postmark does not support idempotency keys. If its response is lost, the retry sends the email a
 * second time. https://postmarkapp.com/developer/api/email-api
 */
export function createPostmarkCarrier(options: PostmarkOptions): MailCarrier {
  const { serverToken, webhookSecrets: secrets, fetch } = options
  return {
    id: 'postmark',
    async send(mail) {
      const answer = await callCarrier(fetch, 'https://api.postmarkapp.com/email', {
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          'X-Postmark-Server-Token': serverToken,
        },
        body: JSON.stringify(bodyOf(mail)),
      })
      if (answer.status === null) return notSent(answer.reason)
      const { ErrorCode: code, MessageID: reference } =
        answerSchema.safeParse(answer.body).data ?? {}
      if (answer.isOk && code === 0 && reference !== undefined) return ok({ reference })
      const reason = `Postmark returned ${answer.status}, code ${code ?? 'unknown'}`
      return code === inactiveRecipient ? refusedRecipient(reason) : notSent(reason)
    },
    async receive(request) {
      // Postmark does not sign webhooks. It sends the user and password of the webhook's URL.
      const given = request.headers.get('Authorization') ?? ''
      const isProven = secrets.some((secret) =>
        equalInConstantTime(given, `Basic ${btoa(`postmark:${secret}`)}`),
      )
      if (!isProven) return err(unprovenSender)
      return reportOfEvent(
        parseJson(await request.text()),
        undelivered,
        ['RecordType', 'Type'],
        (found) => ({
          reference: found.MessageID,
          recipient: found.Email,
          reason: `${found.Type}: ${found.Description}`,
        }),
      )
    },
  }
}

function bodyOf({ from, replyTo, to, subject, text, html, pictures }: Mail) {
  return {
    From: `${quoteName(from.name)} <${from.email}>`,
    To: to,
    ReplyTo: replyTo,
    Subject: subject,
    TextBody: text,
    HtmlBody: html,
    MessageStream: 'outbound',
    // Links open eSIMs, so Postmark must not see them.
    TrackLinks: 'None',
    TrackOpens: false,
    Attachments: pictures.map(({ contentID, filename, base64 }) => ({
      Name: filename,
      Content: base64,
      ContentType: 'image/png',
      ContentID: `cid:${contentID}`,
    })),
  }
}
