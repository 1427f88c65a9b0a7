import * as z from 'zod/mini'
import { asciiAddress } from '../domain/email-address.ts'
import { nestFieldErrors } from '../domain/form-errors.ts'
import type { FormErrors } from '../domain/form-errors.ts'
import { err, ok } from '../domain/result.ts'
import type { Result } from '../domain/result.ts'

export type FieldReader = {
  readonly text: (name: string) => string
  /** An email address, with its domain in ASCII. */
  readonly email: (name: string) => string
  /** A password, exactly as typed. */
  readonly password: (name: string) => string
  readonly isChecked: (name: string) => boolean
}

/**
 * Longer than every field's limit, so that validation rejects long text before the reader cuts it.
 */
const maxFieldLength = 5000

export function fieldReader(valueOf: (name: string) => unknown): FieldReader {
  const text = (name: string) => {
    const value = valueOf(name)
    if (typeof value !== 'string') return ''
    // Browsers count a line break as one character for maxlength, and send two characters.
    return value.trim().replaceAll('\r\n', '\n').slice(0, maxFieldLength)
  }
  const password = (name: string) => {
    const value = valueOf(name)
    return typeof value === 'string' ? value.slice(0, maxFieldLength) : ''
  }
  const email = (name: string) => asciiAddress(text(name))
  return { text, email, password, isChecked: (name) => text(name) === '1' }
}

/**
 * Validates form values in the browser. The messages of the schema are word keys, which `textOf`
 * translates.
 */
export function validate<T extends z.core.$ZodType>(
  schema: T,
  values: unknown,
  textOf: (key: string) => string,
): Result<z.output<T>, FormErrors> {
  const parsed = z.safeParse(schema, values)
  return parsed.success ? ok(parsed.data) : err(formErrors(parsed.error.issues, textOf))
}

/** Returns the first message of each field. */
export function formErrors(
  issues: readonly z.core.$ZodIssue[],
  textOf: (key: string) => string,
): FormErrors {
  const flat: Record<string, string[]> = {}
  for (const { path, message } of issues) flat[path.join('.')] ??= [textOf(message)]
  return { status: 422, code: 'invalid-input', message: null, fields: nestFieldErrors(flat) }
}
