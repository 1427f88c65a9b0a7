import { err } from '../../domain/result.ts'
import type { SendFailure } from './carrier.ts'

/** Milliseconds to wait for a carrier's answer. */
const carrierTimeout = 10_000

export type FetchCarrier = (url: string, init: RequestInit) => Promise<Response>

/**
 * Calls a carrier's API and reads its answer. The body is null when it is not JSON.
 * Returns a failure when there is no answer in time.
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
      // Following a redirect turns the POST into a GET, and the message would be lost.
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

export function notSent(reason: string) {
  return err<SendFailure>({ code: 'not-sent', reason })
}

export function refusedRecipient(reason: string) {
  return err<SendFailure>({ code: 'refused-recipient', reason })
}

/** Null when the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
