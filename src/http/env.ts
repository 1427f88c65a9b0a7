import type { Words } from '../shared/locale/words.ts'
import type { Locale } from '../shared/locale/locale.ts'
import type { Dictionaries } from '../upstream/dictionaries.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { SignedIn } from './access.ts'
import type { Config } from './config.ts'
import type { SessionOwner } from './session.ts'

/** What every handler may count on. Middleware in src/http fills the variables. */
export type AppEnv = {
  Bindings: Env
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
    readonly upstream: Upstream
    readonly dictionaries: Dictionaries
  }
}
