import type { Context, Handler } from 'hono'
import { paths } from '../shared/locale/paths.ts'
import type { PathName } from '../shared/locale/paths.ts'
import type { AppEnv } from './env.ts'

/** A route of the shop: what its URL shows, and what its own form does. */
export type Page = {
  readonly path: string
  readonly get: Handler<AppEnv>
  readonly post: Handler<AppEnv> | null
}

type PageHandler<Name extends PathName> = Handler<AppEnv, (typeof paths)[Name]>

/** Kept for a minute by browsers and longer by caches that can refresh behind the visitor's back. */
const publicCaching = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'

/** A page that is the same for every anonymous visitor; what its form answers is the sender's alone. */
export function page<Name extends PathName>(
  name: Name,
  get: PageHandler<Name>,
  post: PageHandler<Name> | null = null,
): Page {
  return {
    path: paths[name],
    get: withHeaders(get, asPublic),
    post: post && withHeaders(post, asPrivate),
  }
}

/** A page that shows what is somebody's: never kept, never indexed, its address never sent elsewhere. */
export function privatePage<Name extends PathName>(
  name: Name,
  get: PageHandler<Name>,
  post: PageHandler<Name> | null = null,
): Page {
  return {
    path: paths[name],
    get: withHeaders(get, asPrivate),
    post: post && withHeaders(post, asPrivate),
  }
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

function asPrivate(c: Context<AppEnv>): void {
  c.set('isPrivate', true)
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Robots-Tag', 'noindex')
}
