import { localeOf } from '../../src/locale/locales.ts'
import { href } from '../../src/locale/paths.ts'
import { copyName, keptKindOf } from './request-kind.ts'
import { storedFile, storeFile, storeOf, storePage } from './stores.ts'

/** How long a page may take where there is a copy of it. */
const patience = 3000

/** The page as it is now; where the network fails or dawdles or the shop is out of order, the copy; else the offline page. */
export async function pageOrCopy(event: FetchEvent, kind: 'esim' | 'answer'): Promise<Response> {
  const { url } = event.request
  const fresh = fromNetwork(event)
  const keeping = fresh.then((response) => keepOrForget(kind, url, response.clone()))
  event.waitUntil(keeping.catch(() => undefined))
  const copy = await (await storeOf(kind)).match(copyName(url))
  if (!copy) return fresh.catch(() => offlinePage(url))
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, patience, null))
  const response = await Promise.race([fresh, tooLate]).catch(() => null)
  return response === null || response.status >= 500 ? copy : response
}

export async function pageOrOffline(event: FetchEvent): Promise<Response> {
  return fromNetwork(event).catch(() => offlinePage(event.request.url))
}

/** Built files have their content in their name, so a stored one is never stale. */
export async function file({ request }: FetchEvent): Promise<Response> {
  const stored = await storedFile(request.url)
  if (stored) return stored
  const response = await fetch(request).catch(() => null)
  if (response?.ok) await storeFile(request.url, response.clone())
  return response?.ok
    ? response
    : ((await bootOfToday(request.url)) ?? response ?? Response.error())
}

/** A page that is open already when the worker starts has not passed through it. */
export async function keepOpenPage(url: string): Promise<void> {
  const kind = keptKindOf(url)
  if (kind !== null) await keepOrForget(kind, url, await fetch(url))
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse
  return preloaded ?? fetch(event.request)
}

/** Keeps what is whole and meant for it. An eSIM's page is private: the two pages of kind `esim` are the one exception. */
async function keepOrForget(
  kind: 'esim' | 'answer',
  url: string,
  response: Response,
): Promise<void> {
  const isGone = response.status === 404 || response.status === 410
  if (isGone) await (await storeOf(kind)).delete(copyName(url))
  const isPrivate = /private|no-store/.test(response.headers.get('Cache-Control') ?? '')
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  if (isWhole && (kind === 'esim' || !isPrivate)) await storePage(kind, url, response)
}

async function offlinePage(url: string): Promise<Response> {
  const path = href(localeOf(new URL(url).pathname), 'offline')
  return (await storedFile(path)) ?? Response.error()
}

/** A page kept under an older release names that release's boot script, which is gone: it gets today's. */
async function bootOfToday(url: string): Promise<Response | undefined> {
  const [boot] = RELEASE.scripts
  const isBoot = /\/boot-[^/]*\.js$/.test(url)
  return isBoot && boot !== undefined ? storedFile(boot) : undefined
}
