import { toBase64url } from '../../kit/tokens.shared.ts'
import { dayMs, minuteMs } from '../../kit/time.shared.ts'

/** A finished response without its per-request headers. */
export type PageAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  /** Milliseconds since 1970. Only stored pages have it. */
  readonly storedAt?: number
}

/** A complete page with status 200. */
export type StoredPage = PageAnswer & {
  readonly storedAt: number
  /** The content version that was current before the page was rendered. */
  readonly version: string
  /** Until this time, the page replaces a page that cannot be rendered. */
  readonly usedUntil?: number
}

/** The version of pages that were rendered before the isolate had read it. They are never stale. */
export const unknownVersion = ''

/** Milliseconds that a page is served without any check except for its version. */
const freshFor = minuteMs
/** Milliseconds that a page of any version replaces a page that cannot be rendered. */
const fallbackFor = dayMs

/** The allowed use of a stored page: directly, during a new render, or instead of an error. */
export type PageUse = 'fresh' | 'stale' | 'fallback' | 'none'

/**
 * @param version the current content version, or null while it is unknown
 * @param staleFor milliseconds that a page of this version is served during its render
 */
export function useOf(
  { storedAt, version: stored, usedUntil = 0 }: StoredPage,
  version: string | null,
  { now, staleFor }: { readonly now: number; readonly staleFor: number },
): PageUse {
  const age = now - storedAt
  if (age >= fallbackFor) return 'none'
  if (now < usedUntil) return 'fresh'
  const isOlder = version !== null && stored !== unknownVersion && version !== stored
  if (isOlder) return 'fallback'
  if (age < freshFor) return 'fresh'
  return version === stored && age < staleFor ? 'stale' : 'fallback'
}

/** Reads a response to its end and adds an entity tag. */
export async function toAnswer(response: Response): Promise<PageAnswer> {
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  if (response.status === 200) headers.set('ETag', await entityTag(body))
  return { status: response.status, headers, body }
}

/** An incomplete page, such as a page without a list that failed to load, has `no-store`. */
export function isComplete({ status, headers }: PageAnswer): boolean {
  const mayStore = !/no-store/.test(headers.get('Cache-Control') ?? 'no-store')
  return status === 200 && mayStore && !headers.has('Set-Cookie')
}

/**
 * Whether a stored page may replace this answer. True for an incomplete page, and for an error of
 * the shop or of its API, such as 401 for a wrong key. A stored page never replaces a 404 or 410.
 */
export function isReplaceable({ status }: PageAnswer): boolean {
  return status === 200 || (status >= 400 && status !== 404 && status !== 410)
}

/** A weak tag, because caches and browsers receive the page in several encodings. */
async function entityTag(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return `W/"${toBase64url(digest.subarray(0, 12))}"`
}
