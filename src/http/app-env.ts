import type { Words } from '../locale/words.ts'
import type { Locale } from '../locale/locales.ts'
import type { Dictionaries } from '../api/dictionaries.ts'
import type { ApiClient } from '../api/api-client.ts'
import type { SignedIn } from './middleware/access.ts'
import type { Bindings } from '../config/bindings.ts'
import type { Config } from '../config/storefront-config.ts'
import type { SessionOwner } from './middleware/session-cookies.ts'

/** What every handler may count on. Middleware in src/http fills the variables. */
export type AppEnv = {
  Bindings: Bindings
  Variables: {
    readonly requestID: string
    /** Set by private pages. */
    readonly isPrivate?: boolean
    /** Owners of sessions that the API has refused while this request was answered. */
    readonly refusedSessions: Set<SessionOwner>
    /** Set by pages for customers. */
    readonly signedIn?: SignedIn
    /** Set by what other sites may show: pictures of links. */
    readonly isForOthers?: boolean
    readonly config: Config
    readonly locale: Locale
    readonly words: Words
    readonly api: ApiClient
    readonly dictionaries: Dictionaries
  }
}
