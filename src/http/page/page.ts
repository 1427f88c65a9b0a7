import type { Context, Handler, MiddlewareHandler } from 'hono'
import type { Scope } from '../../contract/customer.ts'
import { paths } from '../../locale/paths.ts'
import type { PathName } from '../../locale/paths.ts'
import { authRedirect, leaving, referral } from '../middleware/access.ts'
import type { AppEnv } from '../app-env.ts'

/** A route of the shop: who may see it, what its URL shows, and what its own form does. */
export type Page = {
  readonly path: string
  readonly guards: readonly MiddlewareHandler<AppEnv>[]
  readonly get: Handler<AppEnv>
  readonly post: Handler<AppEnv> | null
}

/**
 * public: the same for every anonymous visitor, may be kept. private: shows what is somebody's by a secret in its address. guest: for who is
 * not signed in. customer, partner: for who is.
 */
export type Access = 'public' | 'private' | 'guest' | 'customer' | 'partner'

type PageHandler<Name extends PathName> = Handler<AppEnv, (typeof paths)[Name]>
type Options<Name extends PathName> = {
  readonly post?: PageHandler<Name>
  readonly access?: Access
  /** What a customer's profile must hold. */
  readonly scope?: Scope
}

/** Kept for a minute by browsers and longer by caches that can refresh behind the visitor's back. */
const publicCaching = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'

export function page<Name extends PathName>(
  name: Name,
  get: PageHandler<Name>,
  { post, access = 'public', scope }: Options<Name> = {},
): Page {
  return {
    path: paths[name],
    guards: guardsOf(access, scope),
    get: withHeaders(get, access === 'public' ? asPublic : asPrivate),
    post: post ? withHeaders(post, asPrivate) : null,
  }
}

function guardsOf(access: Access, scope: Scope | undefined): MiddlewareHandler<AppEnv>[] {
  if (access === 'partner') return [leaving('referrer'), referral()]
  if (access === 'customer') return [leaving('customer'), authRedirect(access, scope)]
  return access === 'guest' ? [authRedirect(access)] : []
}

function withHeaders<Name extends PathName>(
  handler: PageHandler<Name>,
  mark: (c: Context<AppEnv>) => void,
): Handler<AppEnv> {
  const marked: PageHandler<Name> = (c, next) => {
    mark(c)
    return handler(c, next)
  }
  return marked as Handler<AppEnv> // the table holds pages of every path
}

function asPublic(c: Context<AppEnv>): void {
  c.header('Cache-Control', publicCaching)
}

/** Never kept, never indexed, its address never sent elsewhere. */
function asPrivate(c: Context<AppEnv>): void {
  c.set('isPrivate', true)
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Robots-Tag', 'noindex')
}
