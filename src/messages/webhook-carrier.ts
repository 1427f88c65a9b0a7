import { z } from 'zod'
import { err, ok } from '../kit/result.shared.ts'
import { malformedBody, unprovenSender, isSigned } from '../kit/webhooks.ts'
import { callCarrier, notSent } from './carrier.ts'
import type { FetchCarrier, Carrier, MailCarrier, Sms } from './carrier.ts'
import { parseJson } from '../kit/db.ts'

type WebhookOptions = { readonly url: string; readonly token: string; readonly fetch: FetchCarrier }

const bounce = z.object({ id: z.string(), to: z.string(), reason: z.string() })

/**
 * Posts mail as JSON to a service of the operator, which can send the mail by SMTP, for example.
 */
export function createMailWebhook(options: WebhookOptions): MailCarrier {
  return {
    id: 'webhook',
    send: async ({ id, pictures, ...mail }) =>
      post(options, id, {
        id,
        kind: 'mail',
        ...mail,
        attachments: pictures.map(({ contentID, filename, base64 }) => ({
          contentID,
          filename,
          contentType: 'image/png',
          content: base64,
        })),
      }),
    async receive(request, now) {
      const text = await request.text()
      const signature = request.headers.get('X-Mail-Signature') ?? undefined
      if (!(await isSigned(options.token, text, signature, now))) return err(unprovenSender)
      const { data, error } = bounce.safeParse(parseJson(text))
      if (error) return err(malformedBody(error))
      return ok([{ reference: data.id, recipient: data.to, reason: data.reason }])
    },
  }
}

export function createSmsWebhook(options: WebhookOptions): Carrier<Sms> {
  return { id: 'webhook', send: async (sms) => post(options, sms.id, { kind: 'sms', ...sms }) }
}

async function post({ url, token, fetch }: WebhookOptions, id: string, body: object) {
  const answer = await callCarrier(fetch, url, {
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': id,
    },
    body: JSON.stringify(body),
  })
  if (answer.status === null) return notSent(answer.reason)
  return answer.isOk ? ok({ reference: id }) : notSent(`The webhook returned ${answer.status}`)
}
