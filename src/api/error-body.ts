import { refusalBody } from '../contract/refusals.ts'
import { nestFieldErrors } from '../domain/form-errors.ts'
import type { FieldErrors } from '../domain/form-errors.ts'

export function readErrorBody(body: unknown): {
  code: string | null
  message: string | null
  fields: FieldErrors
} {
  const parsed = refusalBody.safeParse(body)
  if (!parsed.success) return { code: null, message: null, fields: {} }
  const { code = null, error, message, errors = {} } = parsed.data
  return { code, message: error ?? message ?? null, fields: nestFieldErrors(errors) }
}
