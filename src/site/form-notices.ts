import type { Context, Env } from 'hono'
import { createMiddleware } from 'hono/factory'
import { cacheControl } from '../kit/http.ts'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { sha256, toBase64url } from '../kit/tokens.shared.ts'
import { cookies, readCookie, storeCookie } from './cookies.ts'

/** Query parameters with which a page confirms what a form has done. */
const noticeParams = ['done', 'resent', 'reviewed', 'sent', 'unsaved']

type Settings = { readonly SITE_ORIGIN: string }

/** Whether the page of a URL would confirm what a form has done. */
export function hasNotice(search: string | URLSearchParams): boolean {
  const query = new URLSearchParams(search)
  return noticeParams.some((name) => query.has(name))
}

/**
 * Lets a page confirm an action only in the browser that sent the form, for five minutes. Otherwise
 * a link could claim, for example, that a refund was made. Other browsers get the page without the
 * confirmation.
 */
export function confirmOwnForms<E extends Env>(settingsOf: (c: Context<E>) => Settings) {
  return createMiddleware<E>(async (c, next) => {
    if (c.req.method === 'POST') {
      await next()
      return rememberNotice(c, c.res.headers.get('Location'), settingsOf(c))
    }
    const { pathname, search } = pathAndQuery(c.req.url)
    const query = new URLSearchParams(search)
    if (!hasNotice(query)) return next()
    if (readCookie(c, cookies.notice) === (await digestOf(pathname + search))) {
      await next()
      c.res.headers.set('Cache-Control', cacheControl.private)
      return
    }
    for (const name of noticeParams) query.delete(name)
    c.header('Cache-Control', cacheControl.private)
    return c.redirect(query.size > 0 ? `${pathname}?${query.toString()}` : pathname, 303)
  })
}

/** Allows the browser to open the page that confirms its form, if the target is such a page. */
export async function rememberNotice(
  c: Context,
  target: string | null,
  settings: Settings,
): Promise<void> {
  const [path = '', search = ''] = target?.replace(/#.*/, '').split('?') ?? []
  if (!path.startsWith('/') || !hasNotice(search)) return
  storeCookie(c, settings, cookies.notice, await digestOf(`${path}?${search}`))
}

/** The cookie does not contain the address, because this may contain the secret of an eSIM. */
async function digestOf(pathWithQuery: string): Promise<string> {
  return toBase64url(await sha256(pathWithQuery))
}
