import { refusal } from '../contract/common.ts'
import { nestFieldErrors } from '../domain/field-errors.ts'
import type { FieldErrors } from '../domain/field-errors.ts'

/** What a failed answer says: a text for the whole form, and messages by field with dotted names nested. */
export function readErrorBody(body: unknown): { error: string | null; errors: FieldErrors } {
  const parsed = refusal.safeParse(body)
  if (!parsed.success) return { error: null, errors: {} }
  const { error, message, errors = {} } = parsed.data
  return { error: error ?? message ?? null, errors: nestFieldErrors(errors) }
}
