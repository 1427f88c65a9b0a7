import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { ReactNode } from 'react'
import type { ApiClient } from './api/api-client.ts'
import type { Dictionaries } from './api/dictionaries.ts'
import type { Bindings } from '../context.ts'
import type { StorefrontConfig } from '../storefront-settings.ts'
import type { Session, SessionOwner } from '../api/common.ts'
import type { Customer } from '../accounts/operations.ts'
import type { Currencies } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { Words } from '../words/words.shared.ts'
import type { PageStyles } from './page-styles.tsx'
import { maxUserAgent } from '../kit/limits.shared.ts'

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
    /** The page lacks data that could not be loaded. */
    readonly isIncomplete?: boolean
    /** See `reportUnmetDemand`. */
    readonly unmetDemand?: string
    /** The kind of the rendered page, for the hashes of its styles. */
    readonly styles?: PageStyles
  }
}

export type AppContext = Context<AppEnv>

/**
 * The parts that a page leaves out, so that it is not too large with the texts that a person typed.
 */
export type Reduction = {
  /** Replaces the content below the title, or null to show the content. */
  readonly formAlone: ReactNode
  readonly hasStyles: boolean
}

/** Returns the User-Agent header, cut to the length that the API accepts. */
export function userAgentOf(c: Context): string | undefined {
  return c.req.header('User-Agent')?.slice(0, maxUserAgent)
}
