import type { Context } from 'hono'
import type { Bindings } from '../bindings.ts'
import type { BackendContext } from '../context.ts'
import type { StaffMember } from '../api/staff.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { AdminWords } from './admin-words.ts'
import type { DraftRenderer } from './content/draft-renderer.ts'

export type AdminEnv = {
  Bindings: Bindings
  Variables: {
    readonly context: BackendContext
    readonly locale: Locale
    readonly words: AdminWords
    readonly person: StaffMember
    /** Whether the person can sign out here: Cloudflare Access has its own page for it. */
    readonly isLocal?: boolean
    readonly renderDraft: DraftRenderer
    /**
     * Replaces the content security policy of these pages, because a preview has the styles of the
     * shop.
     */
    readonly contentPolicy?: string
  }
}

export type AdminContext = Context<AdminEnv>
