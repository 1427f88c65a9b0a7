import { z } from 'zod'
import { invoiceID, money } from './common.ts'

export const refusalStatus = {
  unauthorized: 401,
  'wrong-password': 401,
  'confirmation-needed': 403,
  forbidden: 403,
  'passkey-needed': 403,
  'not-found': 404,
  'already-paid': 409,
  'balance-too-small': 409,
  'code-used': 409,
  frozen: 409,
  'key-reused': 409,
  'no-account': 409,
  'not-returnable': 409,
  'order-expired': 409,
  'out-of-stock': 409,
  'plan-not-over': 409,
  'price-changed': 409,
  refunded: 409,
  refunding: 409,
  replaced: 409,
  reviewed: 409,
  'withdrawals-closed': 409,
  'too-large': 413,
  'invalid-input': 422,
  malformed: 422,
  'passkey-refused': 422,
  'wrong-code': 422,
  'too-many-requests': 429,
  'internal-error': 500,
  'payment-unavailable': 503,
} as const
export type RefusalCode = keyof typeof refusalStatus

const refusalCode = z.enum(Object.keys(refusalStatus) as RefusalCode[]) // the keys of the table

/** The body of a refusal. Another server may omit the code, or use its own codes. */
export const refusalBody = z
  .object({
    code: refusalCode
      .optional()
      .catch(undefined)
      .describe('Machine-readable reason. The storefront ignores unknown codes'),
    error: z
      .string()
      .optional()
      .describe('Text for the visitor about the whole request, in the language of Accept-Language'),
    message: z.string().optional().describe('The same as `error`. Prefer `error`'),
    errors: z
      .record(z.string(), z.union([z.array(z.string()), z.string()]))
      .optional()
      .describe('Messages by field. A dotted name is a nested field: `utm.utm_source`'),
    amount: money.optional().describe('Current price of the order. Sent with `price-changed`'),
    invoiceID: invoiceID
      .optional()
      .catch(undefined)
      .describe('The order that the key has paid. `activation` sends it with `already-paid`'),
  })
  .meta({ id: 'Refusal', description: 'Reason for the refusal of a request' })

/**
 * The session that an operation needs, sent as `Authorization: Bearer base64url(sessionID:token)`.
 * `optional` accepts a customer's session, and guests without a session. `key` needs a key that
 * the owner of the shop has made in the back office, sent as `Authorization: Bearer sk_…`.
 */
export type SessionKind = 'none' | 'optional' | 'customer' | 'referrer' | 'key'

/** The rights of the keys of other systems. None of them moves money. */
export const apiScopes = ['orders:read', 'orders:write', 'esims:read'] as const
export type ApiScope = (typeof apiScopes)[number]

export const clientAddressHeader = 'X-Client-Address'
export const clientCountryHeader = 'X-Client-Country'
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
  Office:
    'Orders and eSIMs for other systems of the shop, such as its accounting and help desk. Each ' +
    'needs an API key from the back office. The storefront does not call these operations.',
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
  /** The right that the key of a `key` operation must have. */
  readonly scope?: ApiScope | null
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
    const standard = { session: 'none' as Session, scope: null, isExtension: false }
    return { method, path, ...standard, files: {}, refusals: {}, ...options }
  }
}
