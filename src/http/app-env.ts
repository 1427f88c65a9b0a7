import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { ApiClient } from '../api/api-client.ts'
import type { Dictionaries } from '../api/dictionaries.ts'
import type { Bindings } from '../config/bindings.ts'
import type { StorefrontConfig } from '../config/storefront-config.ts'
import type { Session, SessionOwner } from '../contract/common.ts'
import type { Customer } from '../contract/customer.ts'
import type { Currencies } from '../domain/money.ts'
import type { Locale } from '../locale/locales.ts'
import type { Words } from '../locale/words.ts'
import type { PageStyles } from './page-styles.ts'
import type { Reduction } from './reduction.ts'

export type SignedInCustomer = { readonly session: Session; readonly profile: Customer }

/** `c.var` creates an object with all variables, so code of every page uses `c.get`. */
export type AppEnv = {
  Bindings: Bindings
  Variables: RequestIdVariables & {
    readonly config: StorefrontConfig
    readonly currencies: Currencies
    /** Milliseconds since 1970. Tests pass their own clock. */
    readonly now: () => number
    readonly locale: Locale
    readonly words: Words
    readonly api: ApiClient
    /** Returns the API in a language other than that of the page. */
    readonly apiIn: (locale: Locale) => ApiClient
    readonly dictionaries: Dictionaries
    readonly rejectedSessions: Set<SessionOwner>
    readonly customer?: SignedInCustomer
    readonly isPrivate?: boolean
    readonly isIndexed?: boolean
    readonly isCrossOrigin?: boolean
    /** The page shows a form again, with the errors of its input. */
    readonly isRejected?: boolean
    readonly reduction?: Reduction | null
    /** The kind of the rendered page, for the hashes of its styles. */
    readonly styles?: PageStyles
  }
}

export type AppContext = Context<AppEnv>
