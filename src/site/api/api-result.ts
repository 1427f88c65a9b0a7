import { refusalBody } from '../../api/operation.ts'
import type { Refusal } from '../../api/operation-result.ts'
import { nestFieldErrors, type FieldErrors, type FormErrors } from '../../ui/form-errors.shared.ts'
import { err, type Err, type Result } from '../../kit/result.shared.ts'

/** The API's refusal, or a network error: 504 for a timeout, 502 for anything else. */
export type ApiError = FormErrors & {
  /** The order that is paid already. */
  readonly invoiceID?: string
}

export type ApiResult<T> = Result<T, ApiError>

type Details = {
  readonly code?: string | null
  readonly message?: string | null
  readonly fields?: FieldErrors
  readonly invoiceID?: string | undefined
}

export function apiError(
  status: number,
  { code = null, message = null, fields = {}, invoiceID }: Details = {},
): Err<ApiError> {
  return err({ status, code, message, fields, ...(invoiceID !== undefined && { invoiceID }) })
}

/** Returns the refusal of the backend in this process. */
export function refusalError({ status, code, message, fields = {}, invoiceID }: Refusal) {
  const details = { code, message: message ?? null, fields: nestFieldErrors(fields), invoiceID }
  return apiError(status, details)
}

/** Reads the body of an error answer. A server may send a body that is not a refusal. */
export function readErrorBody(body: unknown): Details {
  const parsed = refusalBody.safeParse(body)
  if (!parsed.success) return {}
  const { code = null, error, message, errors = {}, invoiceID } = parsed.data
  return { code, message: error ?? message ?? null, fields: nestFieldErrors(errors), invoiceID }
}

/**
 * Whether the API answered 401, because the session is missing, unknown or expired. The status
 * decides, because other servers may send no code.
 */
export function isUnauthorized(answer: ApiResult<unknown>): boolean {
  return !answer.ok && answer.error.status === 401
}

/** Whether the API failed or is overloaded, so that the same call can succeed later. */
export function isOutage({ status }: Pick<ApiError, 'status'>): boolean {
  return status >= 500 || status === 429
}
