import type { Context } from 'hono'
import type { Bindings } from '../config/bindings.ts'
import type { BackendContext } from '../backend/context.ts'
import type { StaffMember } from '../backend/operations/staff.ts'
import type { Locale } from '../locale/locales.ts'
import type { AdminWords } from './admin-words.ts'

export type AdminEnv = {
  Bindings: Bindings
  Variables: {
    readonly context: BackendContext
    readonly locale: Locale
    readonly words: AdminWords
    readonly person: StaffMember
    /** Whether the person can sign out here: Cloudflare Access has a page of its own. */
    readonly isLocal?: boolean
  }
}

export type AdminContext = Context<AdminEnv>
