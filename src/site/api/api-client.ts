import type { Context } from 'hono'
import type { z } from 'zod'
import type { LocalBackend } from '../../serve-operations.ts'
import type { Bindings } from '../../context.ts'
import { operations, type OperationName, type Operations, type OutputOf } from '../../operations.ts'
import type { Session, SessionOwner } from '../../api/common.ts'
import type { Operation } from '../../api/operation.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { refusalError, type ApiResult } from './api-result.ts'

type CallOptions = {
  readonly session?: Session | null
  readonly files?: { readonly [name: string]: File }
}

/** Every operation of the API. Calls return network and API failures, and never throw them. */
export type ApiClient = {
  readonly [Name in OperationName]: (
    input: Omit<z.input<Operations[Name]['input']>, 'lang'>,
    options?: CallOptions,
  ) => Promise<ApiResult<OutputOf<Name>>>
}

/** The visitor on whose behalf the storefront calls the API. */
type ApiVisitor = {
  readonly locale: Locale
  readonly requestId: string
  /** The visitor's IP address for the API's rate limits, or '' if unknown. */
  readonly clientAddress: string
  /** The country of this address, or null if unknown. */
  readonly clientCountry?: string | null
}

/** Calls an operation: a function of the backend in this process, or a remote API. */
export type ApiCall = (
  name: OperationName,
  input: object,
  options: CallOptions & ApiVisitor,
) => Promise<ApiResult<object>>

type BackendSurroundings = {
  readonly env: Bindings
  readonly executionCtx: Context['executionCtx']
}

/** Calls the backend in this process, without HTTP. */
export function localApi(
  { call }: Pick<LocalBackend, 'call'>,
  { env, executionCtx }: BackendSurroundings,
): ApiCall {
  return async (name, input, options) => {
    const result = await call(env, executionCtx, name, input, { session: null, ...options })
    return result.ok ? result : refusalError(result.error)
  }
}

type ClientOptions = ApiVisitor & {
  readonly call: ApiCall
  /** Called on every 401 with the kind of session that was used (specification, section 4). */
  readonly onUnauthorized?: (owner: SessionOwner) => void
  /** Called when a page lacks data that the API has. */
  readonly onIncomplete?: () => void
}

export function createApiClient({
  call,
  onUnauthorized,
  onIncomplete,
  ...visitor
}: ClientOptions): ApiClient {
  async function send(name: OperationName, input: object, options: CallOptions = {}) {
    const { input: schema, session: kind }: Operation = operations[name]
    const whole = 'lang' in schema.shape ? { ...input, lang: visitor.locale } : input
    const answer = await call(name, whole, { ...visitor, ...options })
    if (answer.ok) return answer
    const { status } = answer.error
    // After 404 and 410, the API has no such data. Other refusals have a temporary cause.
    if (status !== 404 && status !== 410) onIncomplete?.()
    if (status !== 401) return answer
    onUnauthorized?.(kind === 'referrer' ? 'referrer' : 'customer')
    // Guests may call these operations too. Retries as a guest, so that an expired session does not
    // lose the form.
    return kind === 'optional' && options.session
      ? call(name, whole, { ...visitor, ...options, session: null })
      : answer
  }

  // A proxy, because each request creates its clients and calls few of the operations. Promises ask
  // for other names, such as `then`. Each function has the schemas of its name.
  return new Proxy({} as ApiClient, {
    get: (_, name) =>
      isOperation(name)
        ? async (input: object, options?: CallOptions) => send(name, input, options)
        : undefined,
  })
}

function isOperation(name: string | symbol): name is OperationName {
  return Object.hasOwn(operations, name)
}
