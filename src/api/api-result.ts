import type { FieldErrors, Refused } from '../domain/field-errors.ts'

/** status is the API's, or 504 for a timeout, 502 for anything else that came between. */
export type Failure = Refused & { readonly ok: false }

export type Answer<T> = { readonly ok: true; readonly value: T } | Failure

export function failure(
  status: number,
  error: string | null = null,
  errors: FieldErrors = {},
): Failure {
  return { ok: false, status, error, errors }
}
