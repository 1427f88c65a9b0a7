import { z } from 'zod'
import type { Mail, Sms } from '../../src/messages/carrier.ts'
import { createMailWebhook, createSmsWebhook } from '../../src/messages/webhook-carrier.ts'
import type { AcceptedMessage, CarrierRig } from './carrier-rig.ts'
import { CarrierServer } from './carrier-server.ts'
import { sampleMail, sampleSms } from './sample-mail.ts'

const url = 'https://carrier.example/send'
const token = 'a token of the test run'

/** The fields that docs/deploy.md documents. */
const message = z.discriminatedUnion('kind', [
  z.strictObject({
    id: z.string().length(43),
    kind: z.literal('mail'),
    from: z.strictObject({ name: z.string(), email: z.email() }),
    replyTo: z.email(),
    to: z.email(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    attachments: z.array(
      z.strictObject({
        contentID: z.string(),
        filename: z.string(),
        contentType: z.literal('image/png'),
        content: z.base64(),
      }),
    ),
  }),
  z.strictObject({
    id: z.string().length(43),
    kind: z.literal('sms'),
    to: z.e164(),
    text: z.string(),
  }),
])

export function createMailWebhookRig(): CarrierRig<Mail> {
  const { server, accepted } = createServer()
  const carrier = createMailWebhook({ url, token, fetch: server.fetch })
  return { carrier, message: sampleMail, ...rigOf(server, accepted) }
}

export function createSmsWebhookRig(): CarrierRig<Sms> {
  const { server, accepted } = createServer()
  const carrier = createSmsWebhook({ url, token, fetch: server.fetch })
  return { carrier, message: sampleSms, ...rigOf(server, accepted) }
}

function rigOf(server: CarrierServer, accepted: readonly AcceptedMessage[]) {
  const { failNext } = server
  return { accepted, failNext, refuseRecipient: null, hasAnswers: false, isIdempotent: true }
}

/** Creates a service that sends each id once. */
function createServer() {
  const accepted: AcceptedMessage[] = []
  const ids = new Set<string>()
  const server = new CarrierServer((request, text) => {
    if (`${request.method} ${request.url}` !== `POST ${url}`) return { status: 404, body: null }
    if (request.headers.get('Authorization') !== `Bearer ${token}`)
      return { status: 401, body: null }
    const parsed = message.safeParse(JSON.parse(text))
    if (!parsed.success) return { status: 422, body: null }
    const { id, to, text: shown } = parsed.data
    if (request.headers.get('Idempotency-Key') !== id) return { status: 422, body: null }
    const attachments = parsed.data.kind === 'mail' ? parsed.data.attachments : []
    const contentIDs = attachments.map(({ contentID }) => contentID)
    if (!ids.has(id)) accepted.push({ to, text: shown, contentIDs })
    ids.add(id)
    return { status: 200, body: null }
  })
  return { server, accepted }
}
