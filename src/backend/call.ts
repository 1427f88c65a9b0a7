import type { Locale } from '../shared/locale/locale.ts'
import type { Words } from '../shared/locale/words.ts'
import type { BackendConfig } from './config.ts'

/** What a call of the API is answered from. */
export type Call = {
  readonly db: D1Database
  readonly config: BackendConfig
  readonly locale: Locale
  readonly words: Words
  /** The time of the call. */
  readonly now: Date
}

export type BackendEnv = { Bindings: Env; Variables: { readonly call: Call } }

/** An answer, or why there is none: a text for the visitor, and messages by (dotted) field name. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly status: 401 | 403 | 404 | 409 | 422
      readonly error?: string
      readonly errors?: { readonly [field: string]: readonly string[] }
    }

export function found<T>(value: T): Reply<T> {
  return { ok: true, value }
}

export function notFound({ words }: Call): Reply<never> {
  return { ok: false, status: 404, error: words('api.notFound') }
}

export function conflict(error: string): Reply<never> {
  return { ok: false, status: 409, error }
}
