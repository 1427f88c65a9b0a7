import { z } from 'zod'
import { ok } from '../../domain/result.ts'
import { callCarrier, notSent } from './carrier-call.ts'
import type { FetchCarrier } from './carrier-call.ts'
import type { Carrier, Mail } from './carrier.ts'

type ResendOptions = {
  readonly apiKey: string
  readonly fetch: FetchCarrier
}

const accepted = z.object({ id: z.string() })
const refusal = z.object({ name: z.string() })

/** Sends mail by Resend: https://resend.com/docs/api-reference/emails/send-email. */
export function createResendCarrier({ apiKey, fetch }: ResendOptions): Carrier<Mail> {
  return {
    id: 'resend',
    async send(mail) {
      const answer = await callCarrier(fetch, 'https://api.resend.com/emails', {
        headers: {
          Authorization: `Bearer ${apiKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': mail.id,
        },
        body: JSON.stringify(bodyOf(mail)),
      })
      if (answer.status === null) return notSent(answer.reason)
      const { id } = accepted.safeParse(answer.body).data ?? {}
      if (answer.isOk && id !== undefined) return ok({ reference: id })
      const { name = 'no reason' } = refusal.safeParse(answer.body).data ?? {}
      // The plan got another name after an attempt whose answer was lost: that mail was accepted.
      if (name === 'invalid_idempotent_request') return ok({ reference: null })
      return notSent(`Resend answered ${answer.status}: ${name}`)
    },
  }
}

function bodyOf({ from, replyTo, to, subject, text, html, pictures }: Mail) {
  return {
    from: `${quoted(from.name)} <${from.email}>`,
    to: [to],
    reply_to: replyTo,
    subject,
    text,
    html,
    attachments: pictures.map(({ contentID, filename, base64 }) => ({
      content: base64,
      filename,
      content_type: 'image/png',
      content_id: contentID,
    })),
  }
}

/** A display name may have commas and dots (RFC 5322, section 3.2.4). */
export function quoted(name: string): string {
  return `"${name.replaceAll(/["\\]/g, '\\$&')}"`
}
