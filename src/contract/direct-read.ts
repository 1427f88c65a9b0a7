import type { Locale } from '../locale/locales.ts'
import type { Endpoint } from './endpoint.ts'

/** The visitor of a read. */
export type Reader = {
  readonly locale: Locale
  /** The visitor's IP address; '' when unknown. */
  readonly clientAddress: string
}

/** The same as the HTTP response of the operation: the status, and the JSON as a value. */
export type DirectAnswer = { readonly status: number; readonly body: unknown }

/**
 * Calls an operation of a backend in the same process, without HTTP and without JSON. Null when the
 * operation is offered only over HTTP. Failures are answers, as over HTTP.
 */
export type DirectRead = (
  endpoint: Endpoint,
  input: object,
  reader: Reader,
) => Promise<DirectAnswer | null>
