import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * The session that an operation needs, sent as `Authorization: Bearer base64url(sessionID:token)`.
 * `optional` accepts a customer's session, and guests without a session.
 */
export type SessionKind = 'none' | 'optional' | 'customer' | 'referrer'

export const clientAddressHeader = 'X-Client-Address'
export const storefrontKeyHeader = 'X-Storefront-Key'

/** Limit of a JSON body, without files. A longer body gets a 413. */
export const maxPayloadBytes = 64 * 1024

/** The groups of operations in docs/openapi.json. */
export const tags = {
  Catalogue: 'Countries, regions, operators and plans on sale. Public.',
  Orders: 'Order a plan and follow its payment. `invoiceID` is a secret: do not log it.',
  eSIMs: 'Purchased eSIMs and their balance. `hash` is a secret: do not log it.',
  Texts: 'Questions and answers, blog posts, advice for travellers, legal texts.',
  Support: 'Messages from visitors to the shop.',
  Customers: 'Accounts of customers, identified by an email address.',
  Partners: 'Accounts of the partner programme, identified by a phone number.',
} as const

/** Refusals that docs/openapi.json describes for all operations together. */
type CommonRefusal = 'unauthorized' | 'too-large' | 'invalid-input' | 'malformed' | 'internal-error'

type OperationOptions<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
> = {
  readonly tag: keyof typeof tags
  readonly summary: string
  /** One paragraph of Markdown about behaviour that the schemas do not show. */
  readonly description: string
  /** `none` by default. */
  readonly session?: Session
  /** Whether the operation is an addition to the specification. */
  readonly isExtension?: boolean
  /**
   * Files that the operation accepts, with their limits in bytes. With files, the body is multipart
   * and its part `payload` is the JSON.
   */
  readonly files?: { readonly [name: string]: number }
  readonly input: Input
  readonly output: Output
  readonly refusals?: { readonly [code in Exclude<RefusalCode, CommonRefusal>]?: string }
}

/** An operation of the API. GET has its input in the query, POST in a JSON or multipart body. */
export type Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Session extends SessionKind = SessionKind,
> = Required<OperationOptions<Input, Output, Session>> & {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

export const get = operationWith('GET')
export const post = operationWith('POST')

function operationWith(method: Operation['method']) {
  return function operation<
    Input extends z.ZodObject,
    Output extends z.ZodObject,
    const Session extends SessionKind = 'none',
  >(
    path: string,
    options: OperationOptions<Input, Output, Session>,
  ): Operation<Input, Output, Session> {
    const standard = { session: 'none' as Session, isExtension: false, files: {}, refusals: {} }
    return { method, path, ...standard, ...options }
  }
}
