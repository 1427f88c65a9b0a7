import type { z } from 'zod'

/**
 * Which session a call needs; it travels as `Authorization: Bearer base64url(sessionID:token)`. `optional`: a customer's, where there
 * is one; guests are served too.
 */
export type SessionKind = 'none' | 'optional' | 'customer' | 'referrer'

/** Carries the visitor's network address from the storefront to the API. */
export const clientAddressHeader = 'X-Client-Address'

/** The longest JSON a call may carry; files come on top. Longer is a 413. */
export const maxPayloadBytes = 64 * 1024

/** One call of the API. GET takes its input from the query, POST from a JSON body (multipart where there are files). */
export type Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Session extends SessionKind = SessionKind,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** One sentence for docs/openapi.json. */
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly session: Session
  /** Not among the specification's calls; the shop needs it. */
  readonly extension: boolean
  /** Names of the files it may carry, and the bytes each may have: then the body is multipart, its part `payload` the JSON. */
  readonly files: { readonly [name: string]: number }
}

type Options<Session extends SessionKind> = {
  readonly session?: Session
  readonly extension?: boolean
  readonly files?: Endpoint['files']
}

export function get<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Session extends SessionKind = 'none',
>(
  path: string,
  summary: string,
  input: Input,
  output: Output,
  options: Options<Session> = {},
): Endpoint<Input, Output, Session> {
  return endpoint('GET', path, summary, input, output, options)
}

export function post<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Session extends SessionKind = 'none',
>(
  path: string,
  summary: string,
  input: Input,
  output: Output,
  options: Options<Session> = {},
): Endpoint<Input, Output, Session> {
  return endpoint('POST', path, summary, input, output, options)
}

function endpoint<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
>(
  method: 'GET' | 'POST',
  path: string,
  summary: string,
  input: Input,
  output: Output,
  { session, extension = false, files = {} }: Options<Session>,
): Endpoint<Input, Output, Session> {
  // Without the option, Session is its default, 'none'.
  return {
    method,
    path,
    summary,
    input,
    output,
    session: session ?? ('none' as Session),
    extension,
    files,
  }
}
