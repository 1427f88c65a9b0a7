import { localeOf, localePrefix } from '../../src/locale/locales.ts'
import { paths } from '../../src/locale/paths.ts'

/**
 * What a request is to the service worker. `esim` and `answer` are pages worth keeping, `page` is any other page, `file` is a built file
 * or an icon; null is left to the browser: other sites, whatever changes something, everything else.
 */
export type Kind = 'esim' | 'answer' | 'page' | 'file' | null

export const icon = '/icon.svg'
const questions = paths.questions.replace(/\/:.*/, '')

type Asked = { readonly method: string; readonly mode: string; readonly url: string }

export function kindOf({ method, mode, url }: Asked, origin: string): Kind {
  const { origin: site, pathname } = new URL(url)
  if (method !== 'GET' || site !== origin) return null
  if (mode === 'navigate') return keptKindOf(url) ?? 'page'
  return pathname.startsWith('/assets/') || pathname === icon ? 'file' : null
}

/** Whether a page may be kept: an eSIM of the visitor's own, or answers they have read. A search for answers is neither. */
export function keptKindOf(url: string): 'esim' | 'answer' | null {
  const { pathname, searchParams } = new URL(url)
  // What was just done is told once.
  if (searchParams.has('resent') || searchParams.has('reviewed')) return null
  const path = pathname.slice(localePrefix(localeOf(pathname)).length)
  if (path === paths.instruction || path === paths.operatorInfo)
    return searchParams.get('hash') ? 'esim' : null
  const isAnswer = path === questions || path.startsWith(`${questions}/`)
  return isAnswer && !searchParams.get('search_string') ? 'answer' : null
}

/** One page has one copy: what campaigns add to an address (`utm_source` …) does not make another. */
export function copyName(url: string): string {
  const { origin, pathname, searchParams } = new URL(url)
  const hash = searchParams.get('hash')
  return origin + pathname + (hash === null ? '' : `?hash=${encodeURIComponent(hash)}`)
}
