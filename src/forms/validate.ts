import * as z from 'zod/mini'
import { nestFieldErrors } from '../domain/field-errors.ts'
import type { Refused } from '../domain/field-errors.ts'

type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refused: Refused }

/** Values as a form's schema makes them, or its messages by field. Messages of schemas are names of words; `textOf` says them. */
export function checkValues<T extends z.core.$ZodType>(
  schema: T,
  values: unknown,
  textOf: (name: string) => string,
): Checked<z.output<T>> {
  const parsed = z.safeParse(schema, values)
  if (parsed.success) return { ok: true, value: parsed.data }
  const flat: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) flat[path.join('.')] ??= [textOf(message)]
  return { ok: false, refused: { status: 422, error: null, errors: nestFieldErrors(flat) } }
}
