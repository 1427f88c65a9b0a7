import type { Locale } from '../locale/locales.ts'
import type { Words } from '../locale/words.ts'
import type { Bindings } from '../config/bindings.ts'
import type { BackendConfig } from '../config/backend-config.ts'
import type { Caller } from './sessions/sessions.ts'

/** What a call of the API is answered from. */
export type Call = {
  readonly db: D1Database
  /** Where files go that visitors send. */
  readonly uploads: R2Bucket
  readonly config: BackendConfig
  readonly locale: Locale
  readonly words: Words
  /** The time of the call. */
  readonly now: Date
  /** The visitor's network address as the storefront tells it; '' when it does not. For limits only. */
  readonly clientAddress: string
}

/** A call that only somebody signed in can make. */
export type SignedCall = Call & { readonly caller: Caller }

export type BackendEnv = { Bindings: Bindings; Variables: { readonly call: Call } }

/** An answer, or why there is none: a text for the visitor, and messages by (dotted) field name. */
export type Reply<T> = { readonly ok: true; readonly value: T } | Refused

export type Refused = {
  readonly ok: false
  readonly status: 401 | 403 | 404 | 409 | 413 | 422 | 429
  readonly error?: string
  readonly errors?: { readonly [field: string]: readonly string[] }
}

export function found<T>(value: T): Reply<T> {
  return { ok: true, value }
}

export function done(): Reply<{ data: { done: true } }> {
  return found({ data: { done: true } })
}

export function notFound({ words }: Call): Reply<never> {
  return { ok: false, status: 404, error: words('api.notFound') }
}

export function conflict(error: string): Reply<never> {
  return { ok: false, status: 409, error }
}

export function unauthorized(error: string): Reply<never> {
  return { ok: false, status: 401, error }
}

export function tooMany(error: string): Reply<never> {
  return { ok: false, status: 429, error }
}
