import type { Locale } from '../words/locales.shared.ts'
import type { Endpoint } from './endpoint.ts'

/** The visitor of a direct read. */
export type Reader = {
  readonly locale: Locale
  /** The visitor's IP address, or '' if unknown. */
  readonly clientAddress: string
}

/** The status and the parsed JSON of the operation's HTTP response. */
export type DirectAnswer = { readonly status: number; readonly body: unknown }

/**
 * Calls an operation of a backend in the same process, without HTTP and without JSON. Returns null
 * when the operation is available only over HTTP. Returns failures as answers, as HTTP does.
 */
export type DirectRead = (
  endpoint: Endpoint,
  input: object,
  reader: Reader,
) => Promise<DirectAnswer | null>
