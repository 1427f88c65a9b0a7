import { localeOf, localePrefix } from '../../src/words/locales.shared.ts'
import { paths } from '../../src/words/paths.shared.ts'

/**
 * How the service worker handles a request. Pages of kind `esim` and `answer` are stored, `page` is
 * any other page, `file` is a built file or icon, `esim-form` is a form of an eSIM. The worker
 * leaves requests of kind null to the browser, such as requests to other sites and other forms.
 */
export type RequestKind = 'esim' | 'answer' | 'page' | 'file' | 'esim-form' | null

export const icon = '/icon.svg'
const questions = paths.questions.replace(/\/:.*/, '')

type RequestFacts = { readonly method: string; readonly mode: string; readonly url: string }

export function kindOf({ method, mode, url }: RequestFacts, origin: string): RequestKind {
  const { origin: site, pathname } = new URL(url)
  if (site !== origin) return null
  if (method === 'POST' && mode === 'navigate')
    return copyKindOf(url) === 'esim' ? 'esim-form' : null
  if (method !== 'GET') return null
  if (mode === 'navigate') return copyKindOf(url) ?? 'page'
  return pathname.startsWith('/assets/') || pathname === icon ? 'file' : null
}

export function copyKindOf(url: string): 'esim' | 'answer' | null {
  const { pathname, searchParams } = new URL(url)
  // Confirmations are shown once.
  if (searchParams.has('resent') || searchParams.has('reviewed')) return null
  const path = pathname.slice(localePrefix(localeOf(pathname)).length)
  if (path === paths.instruction || path === paths.operatorInfo)
    return searchParams.get('hash') ? 'esim' : null
  const isAnswer = path === questions || path.startsWith(`${questions}/`)
  return isAnswer && !searchParams.get('search_string') ? 'answer' : null
}

export function copyName(url: string): string {
  const { origin, pathname, searchParams } = new URL(url)
  const hash = searchParams.get('hash')
  return origin + pathname + (hash === null ? '' : `?hash=${encodeURIComponent(hash)}`)
}
