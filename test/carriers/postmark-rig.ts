import { z } from 'zod'
import type { Mail } from '../../src/messages/carrier.ts'
import { createPostmarkCarrier } from '../../src/messages/postmark.ts'
import type { AcceptedMessage, CarrierRig } from './carrier-rig.ts'
import { CarrierServer } from './carrier-server.ts'
import type { ServerAnswer } from './carrier-server.ts'
import { sampleMail } from './sample-mail.ts'

const serverToken = 'a token of the test run'

/** The documented fields: https://postmarkapp.com/developer/api/email-api. */
const email = z.strictObject({
  From: z.string().regex(/^"(\\.|[^"\\])*" <[^@\s]+@[^@\s]+>$/),
  To: z.email(),
  ReplyTo: z.email(),
  Subject: z.string().max(2000),
  HtmlBody: z.string().min(1),
  TextBody: z.string().min(1),
  MessageStream: z.literal('outbound'),
  TrackOpens: z.literal(false),
  TrackLinks: z.literal('None'),
  Attachments: z.array(
    z.strictObject({
      Name: z.string(),
      Content: z.base64(),
      ContentType: z.literal('image/png'),
      ContentID: z.string().startsWith('cid:'),
    }),
  ),
})

export function createPostmarkRig(): CarrierRig<Mail> {
  const accepted: AcceptedMessage[] = []
  let isInactive = false
  const server = new CarrierServer((request, text) => {
    if (`${request.method} ${request.url}` !== 'POST https://api.postmarkapp.com/email')
      return refusalAnswer(404, 0)
    const { headers } = request
    if (headers.get('X-Postmark-Server-Token') !== serverToken) return refusalAnswer(401, 10)
    const isJson = ['Accept', 'Content-Type'].every(
      (name) => headers.get(name) === 'application/json',
    )
    if (!isJson) return refusalAnswer(422, 409)
    const parsed = email.safeParse(JSON.parse(text))
    if (!parsed.success) return refusalAnswer(422, 300)
    if (isInactive) return refusalAnswer(422, 406)
    const { To: to, TextBody: shown, Attachments: attachments } = parsed.data
    const contentIDs = attachments.map(({ ContentID: id }) => id.replace('cid:', ''))
    accepted.push({ to, text: shown, contentIDs })
    const MessageID = `0a129aee-e1cd-480d-b08d-${String(accepted.length).padStart(12, '0')}`
    const SubmittedAt = '2026-11-21T07:25:01.4178645-05:00'
    return { status: 200, body: { To: to, SubmittedAt, MessageID, ErrorCode: 0, Message: 'OK' } }
  })
  return {
    carrier: createPostmarkCarrier({ serverToken, webhookSecrets: [], fetch: server.fetch }),
    message: sampleMail,
    accepted,
    failNext: server.failNext,
    refuseRecipient: () => {
      isInactive = true
    },
    hasAnswers: true,
    isIdempotent: false,
  }
}

function refusalAnswer(status: number, code: number): ServerAnswer {
  return { status, body: { ErrorCode: code, Message: 'refused' } }
}
