import { z } from 'zod'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { malformedBody, type WebhookProblem } from '../kit/webhooks.ts'
import { parseJson } from '../kit/db.ts'
import { readLimited } from '../kit/limited-body.ts'

export type Carrier<Message> = {
  /** The name in MAIL_CARRIER or SMS_CARRIER. */
  readonly id: string
  /**
   * Does not throw. If a response is lost, the shop sends the message again with the same id, so a
   * carrier can receive an id twice.
   */
  readonly send: (message: Message) => Promise<SendResult>
}

/** The carrier's id of an accepted message, or the reason why the carrier rejected the message. */
export type SendResult = Result<{ readonly reference: string | null }, SendFailure>

export type SendFailure = {
  /** `refused-recipient`: the carrier never delivers to this address. `not-sent`: retry. */
  readonly code: 'refused-recipient' | 'not-sent'
  /** The reason for the operator. Must not contain the recipient or the text of the message. */
  readonly reason: string
}

export type Mail = {
  /** 256 random bits. The idempotency key of the email. */
  readonly id: string
  readonly from: { readonly name: string; readonly email: string }
  readonly replyTo: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly pictures: readonly MailPicture[]
}

/** A PNG that the HTML refers to by its content id: `<img src="cid:qr-code">`. */
type MailPicture = {
  readonly contentID: string
  readonly filename: string
  readonly base64: string
}

export type Sms = {
  readonly id: string
  /** In E.164: `+79123456789`. */
  readonly to: string
  readonly text: string
}

/** A carrier's report that an email did not reach its recipient and will not be retried. */
export type BounceReport = {
  /** The carrier's id of the email. */
  readonly reference: string
  readonly recipient: string
  /** The answer of the recipient's server. */
  readonly reason: string
}

export type MailCarrier = Carrier<Mail> & {
  /** Parses a webhook about mail that did not arrive. Returns no reports for other events. */
  readonly receive: (
    request: Request,
    now: Date,
  ) => Promise<Result<readonly BounceReport[], WebhookProblem>>
}

/** Without a carrier, messages wait in the outbox. */
export type Carriers = { readonly mail: MailCarrier | null; readonly sms: Carrier<Sms> | null }

/** Bytes of the largest answer that is read. The address of a webhook may send any. */
const longestAnswer = 65_536

/** Milliseconds. */
export const carrierTimeout = 10_000

export type FetchCarrier = (url: string, init: RequestInit) => Promise<Response>

/**
 * Calls a carrier's API. After a timeout or a network error, `status` is null. For a response that
 * is too long or not JSON, `body` is null.
 */
export async function callCarrier(
  fetchCarrier: FetchCarrier,
  url: string,
  init: RequestInit,
): Promise<CarrierAnswer | { readonly status: null; readonly reason: string }> {
  try {
    const response = await fetchCarrier(url, {
      method: 'POST',
      ...init,
      // A redirect can turn the POST into a GET, which loses the message.
      redirect: 'manual',
      signal: AbortSignal.timeout(carrierTimeout),
    })
    const { bytes } = await readLimited(response.body, { limit: longestAnswer })
    const body = parseJson(new TextDecoder().decode(bytes))
    return { status: response.status, isOk: response.ok, body }
  } catch (error) {
    return { status: null, reason: error instanceof Error ? error.message : String(error) }
  }
}

type CarrierAnswer = { readonly status: number; readonly isOk: boolean; readonly body: unknown }

/** Returns a failure after which the outbox sends the message again. */
export function notSent(reason: string) {
  return err<SendFailure>({ code: 'not-sent', reason })
}

/** Returns a failure after which the outbox never sends the message again. */
export function refusedRecipient(reason: string) {
  return err<SendFailure>({ code: 'refused-recipient', reason })
}

/**
 * Returns the report of an event about mail that did not arrive. Returns no report for an event of
 * another kind: one of its `kindFields` has a value that `undelivered` does not list.
 */
export function reportOfEvent<Schema extends z.ZodObject>(
  event: unknown,
  undelivered: Schema,
  kindFields: readonly (keyof Schema['shape'] & string)[],
  toReport: (found: z.output<Schema>) => BounceReport,
): Result<readonly BounceReport[], WebhookProblem> {
  const { data, error } = undelivered.safeParse(event)
  if (!error) return ok([toReport(data)])
  const texts = z.record(z.string(), z.unknown()).safeParse(event).data ?? {}
  const isOther = kindFields.some(
    (name) =>
      typeof texts[name] === 'string' && !z.safeParse(undelivered.shape[name], texts[name]).success,
  )
  return isOther ? ok([]) : err(malformedBody(error))
}
