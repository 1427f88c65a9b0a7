import { z } from 'zod'
import { fetchUntil, pause } from '../kit/deadlines.ts'
import { sha256Hex } from '../kit/crypto.ts'
import { PaymentProviderError, temporaryStatuses } from './payment-provider.ts'
import { currencyPattern, decimalOf, minorOf, type Money } from '../kit/money.shared.ts'

export type ApiSettings = { readonly shopID: string; readonly secretKey: string }

export type ApiDependencies = {
  readonly fetch: (request: Request) => Promise<Response>
  /** Waits before a retry. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

/** Calls the API. Both methods throw a `PaymentProviderError`. */
export type YookassaApi = {
  /** `schema` may accept null, which is the value of an object that does not exist. */
  readonly get: <T>(path: string, schema: z.ZodType<T>) => Promise<T>
  /** `key` is an idempotency key. The API stores it for 24 hours. It can have any length. */
  readonly post: <T>(path: string, key: string, body: object, schema: z.ZodType<T>) => Promise<T>
}

type Answer = { readonly json: unknown } | Failure
/** `retryAfter` is in milliseconds. It is null when a retry would fail too. */
type Failure = { readonly error: PaymentProviderError; readonly retryAfter: number | null }

/** It serves test shops too. */
const server = 'https://api.yookassa.ru/v3'
// In milliseconds. A visitor may be waiting for the answer.
const timeout = 5000
const shortPause = 300
const longestPause = 1000

export function createYookassaApi(
  { shopID, secretKey }: ApiSettings,
  { fetch, wait = pause }: ApiDependencies,
): YookassaApi {
  const authorization = `Basic ${btoa(`${shopID}:${secretKey}`)}`

  async function call<T>(path: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
    const send = async () => {
      const request = new Request(server + path, init)
      request.headers.set('Authorization', authorization)
      return fetchUntil(AbortSignal.timeout(timeout), fetch, request)
    }
    const answer = await finalAnswer(send, wait)
    if ('error' in answer) throw answer.error
    const parsed = schema.safeParse(answer.json)
    if (!parsed.success)
      throw new PaymentProviderError(
        'yookassa',
        'unknown',
        'the response has an unexpected format',
        { cause: parsed.error, isUnreadable: true },
      )
    return parsed.data
  }

  return {
    get: (path, schema) => call(path, {}, schema),
    post: async (path, key, body, schema) => {
      // The API accepts keys of at most 64 characters, which is the length of the hash.
      const headers = {
        'Content-Type': 'application/json',
        'Idempotence-Key': await sha256Hex(key),
      }
      return call(path, { method: 'POST', headers, body: JSON.stringify(body) }, schema)
    },
  }
}

/** Retries a request once if its answer is not final. */
async function finalAnswer(
  send: () => Promise<Response>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Answer> {
  const first = await readAnswer(send)
  if ('json' in first || first.retryAfter === null) return first
  await wait(Math.min(first.retryAfter, longestPause))
  const second = await readAnswer(send)
  const isUnknown = 'error' in second && first.error.outcome === 'unknown'
  // The first request may have taken effect, even if the second request was refused.
  return isUnknown ? { ...second, error: unknownOutcome(second.error.message) } : second
}

async function readAnswer(send: () => Promise<Response>): Promise<Answer> {
  let status: number
  let json: unknown
  try {
    const response = await send()
    status = response.status
    json = await response.json()
  } catch (error) {
    return { error: unknownOutcome('no complete response', error), retryAfter: shortPause }
  }
  if (status === 200) return { json }
  if (status === 404) return { json: null }
  const details = errorObject.safeParse(json)
  const text = details.success ? ` ${details.data.code} ${details.data.parameter}` : ''
  const message = `returned ${status}${text}`
  if (status !== 202 && status < 500) {
    const error = refusal(message, temporaryStatuses.has(status))
    return { error, retryAfter: status === 429 ? shortPause : null }
  }
  const processing = processingObject.safeParse(json)
  const retryAfter = processing.success ? processing.data.retry_after : shortPause
  return { error: unknownOutcome(message), retryAfter }
}

export function refusal(message: string, isTemporary = false): PaymentProviderError {
  return new PaymentProviderError('yookassa', 'refused', message, { isTemporary })
}

function unknownOutcome(message: string, cause?: unknown): PaymentProviderError {
  return new PaymentProviderError('yookassa', 'unknown', message, { cause })
}

/** The fields of https://yookassa.ru/developers/api that the shop reads. */

const amount = z
  .object({
    value: z.string().regex(/^\d{1,12}\.\d{2}$/),
    currency: z.string().regex(currencyPattern),
  })
  .transform(({ value, currency }): Money => ({ minor: minorOf(value, currency), currency }))

const id = z.string().min(1).max(64)
const time = z.iso.datetime({ offset: true }).transform((value) => new Date(value))

export const paymentObject = z.object({
  id,
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount,
  /** The amount less YooKassa's fee. An invalid one must not hide the payment. */
  income_amount: amount.optional().catch(undefined),
  /** The evidence for VAT. An unexpected value must not hide the payment. */
  payment_method: z
    .object({
      card: z.object({
        issuer_country: z
          .string()
          .toLowerCase()
          .regex(/^[a-z]{2}$/),
      }),
    })
    .optional()
    .catch(undefined),
  description: z.string().optional(),
  created_at: time,
  captured_at: time.optional(),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https?$/ }) }).optional(),
  metadata: z
    .object({ invoiceID: z.string().optional(), email: z.string().optional() })
    .default({}),
})
export type YookassaPayment = z.output<typeof paymentObject>

export const refundObject = z.object({
  id,
  payment_id: id,
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount,
  created_at: time,
  cancellation_details: z.object({ reason: z.string() }).optional(),
  metadata: z.object({ refundKey: z.string().optional() }).default({}),
})
export type YookassaRefund = z.output<typeof refundObject>

/** One page of a list of payments, which can be payments of other sellers. */
export const paymentList = z.object({
  items: z.array(z.object({ id })),
  next_cursor: z.string().optional(),
})

/** One page of a list of refunds. */
export const refundList = z.object({
  items: z.array(refundObject),
  next_cursor: z.string().optional(),
})

/** `parameter` names the invalid field. The API's description may quote the customer's input. */
const errorObject = z.object({ code: z.string(), parameter: z.string().default('') })

/** The body of an answer that is not final. `retry_after` is in milliseconds. */
const processingObject = z.object({ retry_after: z.number().nonnegative() })

/** The shop reads only the event and the ids from a notification, and fetches the rest. */
export const notificationObject = z.object({
  type: z.literal('notification'),
  event: z.string(),
  object: z.object({ id, payment_id: id.optional() }),
})

/** An amount as the API expects it: `{ value: '12.50', currency: 'RUB' }`. */
export function amountObject(money: Money): { readonly value: string; readonly currency: string } {
  return { value: decimalOf(money), currency: money.currency }
}
