import { z } from 'zod'
import { ok } from '../../domain/result.ts'
import { callCarrier, notSent, refusedRecipient } from './carrier-call.ts'
import type { FetchCarrier } from './carrier-call.ts'
import type { Carrier, Mail } from './carrier.ts'
import { quoted } from './resend.ts'

type PostmarkOptions = {
  readonly serverToken: string
  readonly fetch: FetchCarrier
}

const answerSchema = z.object({ ErrorCode: z.int(), MessageID: z.string().optional() })

/** The address bounced before, or complained: https://postmarkapp.com/developer/api/overview. */
const inactiveRecipient = 406

/**
 * Sends mail by Postmark: https://postmarkapp.com/developer/api/email-api. Postmark knows no
 * idempotency keys: a mail whose answer was lost arrives twice.
 */
export function createPostmarkCarrier({ serverToken, fetch }: PostmarkOptions): Carrier<Mail> {
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
      const reason = `Postmark answered ${answer.status}, code ${code ?? 'unknown'}`
      return code === inactiveRecipient ? refusedRecipient(reason) : notSent(reason)
    },
  }
}

function bodyOf({ from, replyTo, to, subject, text, html, pictures }: Mail) {
  return {
    From: `${quoted(from.name)} <${from.email}>`,
    To: to,
    ReplyTo: replyTo,
    Subject: subject,
    TextBody: text,
    HtmlBody: html,
    MessageStream: 'outbound',
    // Links open eSIMs: nobody else may see them.
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
