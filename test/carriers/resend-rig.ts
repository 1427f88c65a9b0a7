import { z } from 'zod'
import type { Mail } from '../../src/messages/carrier.ts'
import { createResendCarrier } from '../../src/messages/resend.ts'
import type { AcceptedMessage, CarrierRig } from './carrier-rig.ts'
import { CarrierServer } from './carrier-server.ts'
import type { ServerAnswer } from './carrier-server.ts'
import { sampleMail } from './sample-mail.ts'

const apiKey = 're_local'
const sender = /^("(\\.|[^"\\])*"|[\w ]+) <[^@\s]+@[^@\s]+>$/

/** The documented fields: https://resend.com/docs/api-reference/emails/send-email. */
const email = z.strictObject({
  from: z.string().regex(sender),
  to: z.array(z.email()).min(1).max(50),
  subject: z.string().min(1),
  reply_to: z.email(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(
    z.strictObject({
      filename: z.string(),
      content: z.base64(),
      content_type: z.literal('image/png'),
      content_id: z.string().max(127),
    }),
  ),
})

export function createResendRig(): CarrierRig<Mail> {
  const accepted: AcceptedMessage[] = []
  const answers = new Map<string, { readonly text: string; readonly answer: ServerAnswer }>()
  const server = new CarrierServer((request, text) => {
    if (`${request.method} ${request.url}` !== 'POST https://api.resend.com/emails')
      return refusalAnswer(404, 'not_found')
    if (request.headers.get('Authorization') !== `Bearer ${apiKey}`)
      return refusalAnswer(403, 'invalid_api_key')
    const key = request.headers.get('Idempotency-Key') ?? ''
    if (key.length < 1 || key.length > 256) return refusalAnswer(400, 'invalid_idempotency_key')
    const known = answers.get(key)
    if (known)
      return known.text === text ? known.answer : refusalAnswer(409, 'invalid_idempotent_request')
    const parsed = email.safeParse(JSON.parse(text))
    if (!parsed.success) return refusalAnswer(422, 'validation_error')
    const { to, text: shown, attachments } = parsed.data
    const contentIDs = attachments.map(({ content_id }) => content_id)
    accepted.push({ to: to.join(), text: shown, contentIDs })
    const answer = { status: 200, body: { id: `email-${accepted.length}` } }
    answers.set(key, { text, answer })
    return answer
  })
  return {
    carrier: createResendCarrier({ apiKey, webhookSecrets: [], fetch: server.fetch }),
    message: sampleMail,
    accepted,
    failNext: server.failNext,
    // Resend accepts such an email, and reports by webhook that it was not sent.
    refuseRecipient: null,
    hasAnswers: true,
    isIdempotent: true,
  }
}

function refusalAnswer(statusCode: number, name: string): ServerAnswer {
  return { status: statusCode, body: { statusCode, name, message: name } }
}
