import { z } from 'zod'
import type { Sms } from '../../src/messages/carrier.ts'
import { createTwilioCarrier } from '../../src/messages/twilio.ts'
import type { AcceptedMessage, CarrierRig } from './carrier-rig.ts'
import { CarrierServer } from './carrier-server.ts'
import type { ServerAnswer } from './carrier-server.ts'
import { sampleSms } from './sample-mail.ts'

const accountSid = `AC${'0'.repeat(32)}`
const authToken = 'a token of the test run'
const url = `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`

/** The documented fields: https://www.twilio.com/docs/messaging/api/message-resource. */
const form = z.union([
  z.strictObject({ To: z.e164(), Body: z.string().min(1).max(1600), From: z.string() }),
  z.strictObject({
    To: z.e164(),
    Body: z.string().min(1).max(1600),
    MessagingServiceSid: z.string().regex(/^MG[0-9a-f]{32}$/),
  }),
])

/** @param from a number, a sender or a messaging service */
export function createTwilioRig(from: string): CarrierRig<Sms> {
  const accepted: AcceptedMessage[] = []
  let hasUnsubscribed = false
  const server = new CarrierServer((request, text) => {
    if (`${request.method} ${request.url}` !== `POST ${url}`) return refusalAnswer(404, 20404)
    if (request.headers.get('Authorization') !== `Basic ${btoa(`${accountSid}:${authToken}`)}`)
      return refusalAnswer(401, 20003)
    const type = request.headers.get('Content-Type') ?? ''
    if (!type.startsWith('application/x-www-form-urlencoded')) return refusalAnswer(415, 20415)
    const parsed = form.safeParse(Object.fromEntries(new URLSearchParams(text)))
    if (!parsed.success) return refusalAnswer(400, 21604)
    if (hasUnsubscribed) return refusalAnswer(400, 21610)
    const { To: to, Body: shown } = parsed.data
    accepted.push({ to, text: shown, contentIDs: [] })
    const sid = `SM${String(accepted.length).padStart(32, '0')}`
    return { status: 201, body: { sid, status: 'queued', error_code: null } }
  })
  return {
    carrier: createTwilioCarrier({ accountSid, authToken, from, fetch: server.fetch }),
    message: sampleSms,
    accepted,
    failNext: server.failNext,
    refuseRecipient: () => {
      hasUnsubscribed = true
    },
    hasAnswers: true,
    isIdempotent: false,
  }
}

function refusalAnswer(status: number, code: number): ServerAnswer {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return { status, body: { code, message: 'refused', more_info, status } }
}
