import { copyName, copyKindOf } from './request-kind.ts'
import {
  storedFile,
  storedOfflinePage,
  storeFile,
  storeOf,
  storeOfflinePage,
  storePage,
} from './stores.ts'

/** Milliseconds to wait for the network when there is a copy. */
const networkTimeout = 3000

/**
 * Returns the page from the network. If that fails, takes too long or answers 5xx, returns the
 * copy, or else the offline page. With a copy, the page must arrive as a whole: some networks cut
 * every response after its first 16 kB.
 */
export async function pageOrCopy(event: FetchEvent, kind: 'esim' | 'answer'): Promise<Response> {
  const { url } = event.request
  const fresh = fromNetwork(event)
  const updating = fresh.then((response) => updateCopy(kind, url, response.clone()))
  event.waitUntil(updating.catch(() => undefined))
  const copy = await copyOf(kind, url)
  if (!copy) return fresh.catch(() => offlinePage(url))
  const whole = fresh.then(async (response) => {
    await response.clone().arrayBuffer()
    return response
  })
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, networkTimeout, null))
  const response = await Promise.race([whole, timeout]).catch(() => null)
  return response === null || response.status >= 500 ? copy : response
}

/** A store that cannot be read must not block the page. */
async function copyOf(kind: 'esim' | 'answer', url: string): Promise<Response | undefined> {
  try {
    return await (await storeOf(kind)).match(copyName(url))
  } catch {
    return undefined
  }
}

export async function pageOrOffline(event: FetchEvent): Promise<Response> {
  return fromNetwork(event).catch(() => offlinePage(event.request.url))
}

/**
 * Sends a form of an eSIM. Without a network, returns to the page, whose copy says that the visitor
 * is offline. The browser's own error page would replace the instructions.
 */
export async function sentOrCopy({ request }: FetchEvent): Promise<Response> {
  return fetch(request).catch(() => Response.redirect(request.url, 303))
}

/** Built files have a content hash in their name, so a stored file is never stale. */
export async function file({ request }: FetchEvent): Promise<Response> {
  const stored = await storedFile(request.url)
  if (stored) return stored
  const response = await fetch(request).catch(() => null)
  // A full disk must not block the file.
  if (response?.ok) await storeFile(request.url, response.clone()).catch(() => undefined)
  return response?.ok
    ? response
    : ((await currentBootScript(request.url)) ?? response ?? Response.error())
}

export async function storeOpenPage(url: string): Promise<void> {
  const kind = copyKindOf(url)
  if (kind !== null) await updateCopy(kind, url, await fetch(url))
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse
  // When a preload fails, Firefox resolves with an error response instead of rejecting.
  const { request } = event
  const response = preloaded && preloaded.type !== 'error' ? preloaded : await fetch(request)
  // The visitor may have changed the language. A redirect leads to another page.
  if (response.ok) event.waitUntil(storeOfflinePage(request.url).catch(() => undefined))
  return response
}

async function updateCopy(kind: 'esim' | 'answer', url: string, response: Response): Promise<void> {
  const isGone = response.status === 404 || response.status === 410
  if (isGone) await (await storeOf(kind)).delete(copyName(url))
  const isPrivate = /private|no-store/.test(response.headers.get('Cache-Control') ?? '')
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  if (isWhole && (kind === 'esim' || !isPrivate)) await storePage(kind, url, response)
}

async function offlinePage(url: string): Promise<Response> {
  return (await storedOfflinePage(url)) ?? Response.error()
}

/**
 * Returns the current boot script for a copy from an older release, whose own script no longer
 * exists.
 */
async function currentBootScript(url: string): Promise<Response | undefined> {
  const [boot] = RELEASE.scripts
  const isBoot = /\/boot-[^/]*\.js$/.test(url)
  return isBoot && boot !== undefined ? storedFile(boot) : undefined
}
