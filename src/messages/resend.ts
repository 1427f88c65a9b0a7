import { z } from 'zod'
import { err, ok } from '../kit/result.shared.ts'
import { standardSignature, unprovenSender } from '../kit/webhooks.ts'
import { callCarrier, notSent, reportOfEvent } from './carrier.ts'
import type { FetchCarrier, Mail, MailCarrier } from './carrier.ts'
import { equalInConstantTime } from '../kit/crypto.ts'
import { parseJson } from '../kit/db.ts'

type ResendOptions = {
  readonly apiKey: string
  /** Resend signs webhooks with one of them. If empty, the shop rejects all webhooks. */
  readonly webhookSecrets: readonly string[]
  readonly fetch: FetchCarrier
}

const accepted = z.object({ id: z.string() })
const refusal = z.object({ name: z.string() })
/** https://resend.com/docs/webhooks/emails/bounced */
const undelivered = z.object({
  type: z.enum(['email.bounced', 'email.suppressed', 'email.failed']),
  data: z.object({
    email_id: z.string(),
    to: z.array(z.string()),
    bounce: z.object({ message: z.string() }).optional(),
  }),
})

/** https://resend.com/docs/api-reference/emails/send-email */
export function createResendCarrier(options: ResendOptions): MailCarrier {
  const { apiKey, webhookSecrets: secrets, fetch } = options
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
      // Resend accepted an earlier payload with this key, for example with the plan's former name.
      if (name === 'invalid_idempotent_request') return ok({ reference: null })
      return notSent(`Resend returned ${answer.status}: ${name}`)
    },
    async receive(request, now) {
      const text = await request.text()
      if (!(await isSvixSigned(secrets, request.headers, text, now))) return err(unprovenSender)
      return reportOfEvent(parseJson(text), undelivered, ['type'], ({ type, data }) => ({
        reference: data.email_id,
        recipient: data.to[0] ?? '',
        reason: data.bounce?.message ?? type,
      }))
    },
  }
}

function bodyOf({ from, replyTo, to, subject, text, html, pictures }: Mail) {
  return {
    from: `${quoteName(from.name)} <${from.email}>`,
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

/** Quotes a display name, which may contain commas and dots (RFC 5322, section 3.2.4). */
export function quoteName(name: string): string {
  return `"${name.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Maximum difference between the timestamp of a webhook and now, in seconds. */
const tolerance = 300

/**
 * Verifies a Svix signature: HMAC-SHA-256 of `id.timestamp.body`, in base64.
 * https://docs.svix.com/receiving/verifying-payloads/how-manual
 * @param secrets `whsec_` and the key in base64. Two are valid while a secret changes
 */
async function isSvixSigned(secrets: readonly string[], headers: Headers, body: string, now: Date) {
  const [id = '', time = '', signatures = ''] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
    (name) => headers.get(name) ?? '',
  )
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return false
  const expected = await Promise.all(
    secrets.map(async (secret) => `v1,${await standardSignature(secret, `${id}.${time}.${body}`)}`),
  )
  return signatures
    .split(' ')
    .some((given) => expected.some((each) => equalInConstantTime(given, each)))
}
