import { z } from 'zod'
import { ok } from '../kit/result.shared.ts'
import { callCarrier, notSent, refusedRecipient } from './carrier.ts'
import type { FetchCarrier, Carrier, Sms } from './carrier.ts'

type TwilioOptions = {
  readonly accountSid: string
  readonly authToken: string
  /** A number, an alphanumeric sender or a messaging service (`MG…`). */
  readonly from: string
  readonly fetch: FetchCarrier
}

const accepted = z.object({ sid: z.string() })
const refusal = z.object({ code: z.int() })

/**
 * Error codes for recipients that are invalid, unreachable, unsubscribed or landlines:
 * https://www.twilio.com/docs/api/errors
 */
const refusals = [21211, 21214, 21610, 21612, 21614]

/**
 * Twilio does not support idempotency keys. If its response is lost, the retry sends the SMS a
 * second time. https://www.twilio.com/docs/messaging/api/message-resource
 */
export function createTwilioCarrier(options: TwilioOptions): Carrier<Sms> {
  const { accountSid, authToken, from, fetch } = options
  const url = `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return {
    id: 'twilio',
    async send({ to, text }) {
      const answer = await callCarrier(fetch, url, {
        headers: { Authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
        body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
      })
      if (answer.status === null) return notSent(answer.reason)
      const { sid } = accepted.safeParse(answer.body).data ?? {}
      if (answer.isOk && sid !== undefined) return ok({ reference: sid })
      const { code } = refusal.safeParse(answer.body).data ?? {}
      const reason = `Twilio returned ${answer.status}, code ${code ?? 'unknown'}`
      return refusals.includes(code ?? 0) ? refusedRecipient(reason) : notSent(reason)
    },
  }
}
