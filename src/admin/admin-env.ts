import type { Context } from 'hono'
import type { Bindings } from '../config/bindings.ts'
import type { BackendContext } from '../backend/context.ts'
import type { StaffRole } from '../domain/staff-role.ts'
import type { Locale } from '../locale/locales.ts'
import type { AdminWords } from './admin-words.ts'

/** Who is signed in to the back office. */
export type SignedInPerson = {
  /** Names the person for good: an email address can change. */
  readonly subject: string
  readonly name: string
  readonly role: StaffRole
}

export type AdminEnv = {
  Bindings: Bindings
  Variables: {
    readonly context: BackendContext
    readonly locale: Locale
    readonly words: AdminWords
    readonly person: SignedInPerson
    /** Whether the person can sign out here: Cloudflare Access has a page of its own. */
    readonly isLocal?: boolean
  }
}

export type AdminContext = Context<AdminEnv>
