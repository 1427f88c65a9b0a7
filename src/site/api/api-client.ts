import type { z } from 'zod'
import { operations } from '../../operations.ts'
import type { OperationName, Operations } from '../../operations.ts'
import type { DirectRead } from '../../api/direct-read.ts'
import type { SessionOwner } from '../../api/common.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { logEvent } from '../../kit/log.ts'
import { ok } from '../../kit/result.shared.ts'
import { apiError, readErrorBody } from './api-result.ts'
import type { ApiError, ApiResult } from './api-result.ts'
import { directOutput } from './direct-outputs.ts'
import { inputOf, operationRequest } from './operation-request.ts'
import type { CallOptions, RequestSettings } from './operation-request.ts'
import { readJson } from './read-json.ts'
import type { Fetch } from './fetch.ts'

type Input<Name extends OperationName> = Omit<z.input<Operations[Name]['input']>, 'lang'>
type Output<Name extends OperationName> = z.output<Operations[Name]['output']>

/** Every operation of the contract. Calls return network and API failures, and never throw them. */
export type ApiClient = {
  readonly [Name in OperationName]: (
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<ApiResult<Output<Name>>>
}

type Connection = RequestSettings & {
  readonly fetch: Fetch
  /** Direct reads of an API in this process. Their answers have no limit on size or time. */
  readonly read?: DirectRead
  /** Called on every 401 with the kind of session that was used (specification, section 4). */
  readonly onUnauthorized?: (owner: SessionOwner) => void
  readonly onIncomplete?: () => void
}

export function createApiClient(connection: Connection): ApiClient {
  const call = (name: string) => {
    if (!isOperation(name)) return undefined
    return async (input: object, options?: CallOptions) => {
      const answer = await send(connection, name, input, options)
      if (!answer.ok && isIncomplete(answer.error)) connection.onIncomplete?.()
      return answer
    }
  }
  // A proxy, because each request creates its clients and calls few of the operations.
  const calls = new Proxy({}, { get: (_, name) => call(String(name)) })
  return calls as ApiClient // the proxy has every operation of the contract
}

/**
 * Whether a page lacks data that the API has. After 404 and 410 it does not. Other refusals have a
 * temporary cause, such as a wrong key.
 */
function isIncomplete({ status }: ApiError): boolean {
  return status !== 404 && status !== 410
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}

async function send(
  connection: Connection,
  name: OperationName,
  input: object,
  options: CallOptions = {},
): Promise<ApiResult<unknown>> {
  const endpoint: Endpoint = operations[name]
  const direct = await readDirectly(connection, endpoint, input)
  const body = direct ?? (await sendByHttp(connection, endpoint, input, options))
  if (!body.ok) return body
  const output = direct ? directOutput(endpoint) : endpoint.output
  const parsed = output.safeParse(body.value)
  if (parsed.success) return ok(parsed.data)
  logContractBreach(name, connection.requestId, parsed.error)
  return apiError(502)
}

/** Returns null when the operation has to be called over HTTP. */
async function readDirectly(
  { read, locale, clientAddress }: Connection,
  endpoint: Endpoint,
  input: object,
): Promise<ApiResult<unknown> | null> {
  const call = read?.(endpoint, inputOf(endpoint, input, locale), { locale, clientAddress })
  const answer = await call?.catch(networkError)
  if (!answer || 'ok' in answer) return answer ?? null
  const { status, body } = answer
  return status === 200 ? ok(body) : apiError(status, readErrorBody(body))
}

async function sendByHttp(
  connection: Connection,
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
): Promise<ApiResult<unknown>> {
  const { fetch, read, onUnauthorized } = connection
  const request = operationRequest(connection, endpoint, input, options)
  const response = await fetch(request).catch(networkError)
  if (!(response instanceof Response)) return response
  if (response.status === 401) {
    onUnauthorized?.(endpoint.session === 'referrer' ? 'referrer' : 'customer')
    // Guests may call these operations too. Retries as a guest, so that an expired session does not
    // lose the form.
    if (endpoint.session === 'optional' && options.session) {
      await response.body?.cancel()
      return sendByHttp(connection, endpoint, input, { ...options, session: null })
    }
  }
  const body = await readJson(response, read !== undefined).catch(networkError)
  if (!body.ok) return response.ok ? body : apiError(response.status)
  return response.ok ? body : apiError(response.status, readErrorBody(body.value))
}

/** Distinguishes failures by name, because messages differ between runtimes. */
function networkError(reason: unknown) {
  return apiError(reason instanceof Error && reason.name === 'TimeoutError' ? 504 : 502)
}

/** Logs only the paths of invalid fields, because their values may be personal data. */
function logContractBreach(operation: OperationName, requestId: string, error: z.ZodError): void {
  const fields = error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.')}: ${code}`)
  logEvent({ event: 'api-answer-breaks-contract', operation, requestId, fields })
}
