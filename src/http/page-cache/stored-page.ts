import { toBase64url } from '../../domain/base64.ts'
import { dayMs, minuteMs } from '../../domain/time-units.ts'

/** A finished response without its per-request headers. */
export type PageAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  /** Milliseconds since 1970; only of stored pages. */
  readonly storedAt?: number
}

/** A complete page with status 200. */
export type StoredPage = PageAnswer & {
  readonly storedAt: number
  /** The content version that was current before the page was rendered. */
  readonly version: string
  /** Until then the page is served in place of one that failed. */
  readonly usedUntil?: number
}

/** For pages that were rendered before the isolate had read the version. They are never stale. */
export const unknownVersion = ''

/** Milliseconds a page is served without a check of anything but its version. */
const freshFor = minuteMs
/** Milliseconds a page of any version replaces one that cannot be rendered. */
const fallbackFor = dayMs

/** How a stored page may be used: directly, while a new one is rendered, or instead of an error. */
export type PageUse = 'fresh' | 'stale' | 'fallback' | 'none'

/**
 * @param version the current content version; null while it is unknown
 * @param staleFor milliseconds a page of this version is served while it is rendered again
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

/** Reads a response to its end and gives it an entity tag. */
export async function toAnswer(response: Response): Promise<PageAnswer> {
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  if (response.status === 200) headers.set('ETag', await entityTag(body))
  return { status: response.status, headers, body }
}

/** An incomplete page, such as one without the list that failed to load, has `no-store`. */
export function isComplete({ status, headers }: PageAnswer): boolean {
  const mayStore = !/no-store/.test(headers.get('Cache-Control') ?? 'no-store')
  return status === 200 && mayStore && !headers.has('Set-Cookie')
}

/**
 * Whether to serve a stored page instead of this answer. True for an incomplete page, and for an
 * error of the shop or of its API, such as 401 for a wrong key. A 404 or 410 is never replaced.
 */
export function isReplaceable({ status }: PageAnswer): boolean {
  return status === 200 || (status >= 400 && status !== 404 && status !== 410)
}

/** Weak, because caches and browsers receive the page in several encodings. */
async function entityTag(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return `W/"${toBase64url(digest.subarray(0, 12))}"`
}
