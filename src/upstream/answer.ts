/** Messages by field; a dotted name of the API is a branch here. No prototype, so no name is special. */
export type FieldErrors = { readonly [field: string]: readonly string[] | FieldErrors }

/** status is the API's, or 504 for a timeout, 502 for anything else that came between. */
export type Failure = {
  readonly ok: false
  readonly status: number
  /** The API's text for the visitor, in their language. */
  readonly error: string | null
  readonly errors: FieldErrors
}

export type Answer<T> = { readonly ok: true; readonly value: T } | Failure

export function failure(
  status: number,
  error: string | null = null,
  errors: FieldErrors = {},
): Failure {
  return { ok: false, status, error, errors }
}

/** The messages of one field, by its dotted name. */
export function messagesFor(errors: FieldErrors, name: string): readonly string[] {
  const found = name.split('.').reduce<FieldErrors | readonly string[] | undefined>((at, part) => {
    return at === undefined || isMessages(at) ? undefined : at[part]
  }, errors)
  return found !== undefined && isMessages(found) ? found : []
}

function isMessages(at: FieldErrors | readonly string[]): at is readonly string[] {
  return Array.isArray(at)
}
