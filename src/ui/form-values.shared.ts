import * as z from 'zod/mini'
import { emailPattern, readAddress } from '../kit/email.shared.ts'
import type { FormErrors } from './form-errors.shared.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { maxLength } from '../kit/limits.shared.ts'
import { maxUtmLength, utmNames, type UtmName } from '../kit/utm.shared.ts'
import { secretID, secretIDPattern } from '../kit/tokens.shared.ts'
import { messageKey } from '../words/texts.shared.ts'
import { readText } from '../kit/typed.shared.ts'

export type FieldReader = {
  readonly text: (name: string) => string
  /** An email address, as `readAddress` understands it. */
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
    return readText(value).trim().replaceAll('\r\n', '\n').slice(0, maxFieldLength)
  }
  const password = (name: string) => {
    const value = valueOf(name)
    return typeof value === 'string' ? value.slice(0, maxFieldLength) : ''
  }
  const email = (name: string) => readAddress(text(name))
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
export function formErrors(issues: readonly z.core.$ZodIssue[], textOf: (key: string) => string) {
  // The names are those of our own schemas, whose fields have no fields.
  const fields: Record<string, string[]> = {}
  for (const { path, message } of issues) fields[path.join('.')] ??= [textOf(message)]
  return { status: 422, code: 'invalid-input', message: null, fields }
}

export const emailField = emailWith(messageKey('errors.emailInvalid'))
/** The specification (section 8) prescribes the message of this field. */
export const orderEmailField = emailWith(messageKey('order.emailInvalid'))

function emailWith(message: string) {
  const error = ({ input }: { readonly input?: unknown }) =>
    input === '' ? messageKey('errors.emailMissing') : message
  return z.email({ pattern: emailPattern, error }).check(z.maxLength(maxLength.email, message))
}

export const utmField = z.partialRecord(
  z.enum(utmNames),
  z.string().check(z.maxLength(maxUtmLength, messageKey('api.invalid'))),
)

export function readUtm(valueOf: (name: UtmName) => string | undefined): z.output<typeof utmField> {
  const values = utmNames.map(
    (name) => [name, valueOf(name)?.slice(0, maxUtmLength) ?? ''] as const,
  )
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

/** Returns the key that the form sent, or a new key if it is missing or malformed. */
export function readIdempotencyKey(form: FieldReader): string {
  const key = form.text('idempotencyKey')
  return secretIDPattern.test(key) ? key : secretID()
}
