import type { z } from 'zod'

/**
 * The session that an operation needs, sent as `Authorization: Bearer base64url(sessionID:token)`.
 * `optional` accepts a customer's session, and guests without a session.
 */
export type SessionKind = 'none' | 'optional' | 'customer' | 'referrer'

export const clientAddressHeader = 'X-Client-Address'
export const storefrontKeyHeader = 'X-Storefront-Key'

/** Limit of a JSON body, without files. A longer body gets a 413. */
export const maxPayloadBytes = 64 * 1024

/** An operation of the API. GET has its input in the query, POST in a JSON or multipart body. */
export type Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Session extends SessionKind = SessionKind,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly session: Session
  readonly isExtension: boolean
  /**
   * Files that the operation accepts, with their limits in bytes. With files, the body is multipart
   * and its part `payload` is the JSON.
   */
  readonly files: { readonly [name: string]: number }
}

type EndpointOptions<Session extends SessionKind> = {
  readonly session?: Session
  readonly isExtension?: boolean
  readonly files?: Endpoint['files']
}

export const get = endpointWith('GET')
export const post = endpointWith('POST')

function endpointWith(method: 'GET' | 'POST') {
  return function endpoint<
    Input extends z.ZodObject,
    Output extends z.ZodObject,
    const Session extends SessionKind = 'none',
  >(
    path: string,
    summary: string,
    input: Input,
    output: Output,
    { session, isExtension = false, files = {} }: EndpointOptions<Session> = {},
  ): Endpoint<Input, Output, Session> {
    // Without the option, Session is its default, 'none'.
    const kind = session ?? ('none' as Session)
    return { method, path, summary, input, output, session: kind, isExtension, files }
  }
}
