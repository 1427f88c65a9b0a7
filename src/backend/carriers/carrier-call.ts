import { err } from '../../domain/result.ts'
import type { SendFailure } from './carrier.ts'

/** Milliseconds. */
export const carrierTimeout = 10_000

export type FetchCarrier = (url: string, init: RequestInit) => Promise<Response>

/**
 * Calls a carrier's API. After a timeout or a network error, `status` is null. For a response that
 * is not JSON, `body` is null.
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
    return { status: response.status, isOk: response.ok, body: jsonOf(await response.text()) }
  } catch (error) {
    return { status: null, reason: error instanceof Error ? error.message : String(error) }
  }
}

type CarrierAnswer = {
  readonly status: number
  readonly isOk: boolean
  readonly body: unknown
}

/** Returns a failure after which the outbox sends the message again. */
export function notSent(reason: string) {
  return err<SendFailure>({ code: 'not-sent', reason })
}

/** Returns a failure after which the outbox never sends the message again. */
export function refusedRecipient(reason: string) {
  return err<SendFailure>({ code: 'refused-recipient', reason })
}

/** Returns null for text that is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
