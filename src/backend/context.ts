import type { BackendConfig } from '../config/backend-config.ts'
import type { Bindings } from '../config/bindings.ts'
import type { Locale } from '../locale/locales.ts'
import type { Words } from '../locale/words.ts'

/** What an operation runs with. */
export type BackendContext = {
  readonly db: D1Database
  /** Stores the files that visitors send. */
  readonly uploads: R2Bucket
  readonly config: BackendConfig
  readonly locale: Locale
  readonly words: Words
  /** The time of the request. */
  readonly now: Date
  /** The visitor's IP address as the storefront reports it, or ''. Use it for rate limits only. */
  readonly clientAddress: string
}

/** The context of an operation that needs a session. */
export type SessionContext = BackendContext & { readonly caller: Caller }

/** The session of a request, and the id of the customer or referrer it belongs to. */
export type Caller = { readonly sessionID: string; readonly subjectID: string }

/** Files of a multipart request, by field name. */
export type UploadedFiles = { readonly [name: string]: File }

export type BackendEnv = {
  Bindings: Bindings
  Variables: {
    readonly context: BackendContext
    /** Set for requests with a body. */
    readonly files?: UploadedFiles
  }
}
