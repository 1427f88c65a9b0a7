import type { z } from 'zod'

/** Which session a call needs; it travels as `Authorization: Bearer base64url(sessionID:token)`. */
export type SessionKind = 'none' | 'customer' | 'referrer'

/** One call of the API. GET takes its input from the query, POST from a JSON body (multipart where `files` says so). */
export type Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** One sentence for docs/openapi.json. */
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly session: SessionKind
  /** Not among the specification's calls; the shop needs it. */
  readonly extension: boolean
}

type Options = { readonly session?: SessionKind; readonly extension?: boolean }

export function get<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  summary: string,
  input: Input,
  output: Output,
  { session = 'none', extension = false }: Options = {},
): Endpoint<Input, Output> {
  return { method: 'GET', path, summary, input, output, session, extension }
}

export function post<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  summary: string,
  input: Input,
  output: Output,
  { session = 'none', extension = false }: Options = {},
): Endpoint<Input, Output> {
  return { method: 'POST', path, summary, input, output, session, extension }
}
