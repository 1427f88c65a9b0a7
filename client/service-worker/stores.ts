import { formatTime } from '../../src/words/formats.shared.ts'
import { localeOf, locales } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { copyName, icon } from './request-kind.ts'

/** Cache names. eSIM copies outlive releases. The boot script lists copies by these names. */
export const esims = 'esims'
const answers = `answers-${RELEASE.id}`
const files = `files-${RELEASE.id}`

const maxCopies = { esim: 30, answer: 60 } as const
type CopyKind = keyof typeof maxCopies

export async function storeOf(kind: CopyKind): Promise<Cache> {
  return caches.open(kind === 'esim' ? esims : answers)
}

/**
 * Stores the files of this release, and the offline page in the languages of the open pages and of
 * the stored offline pages. A push message can install a release while no page is open.
 */
export async function storeRelease(openPages: readonly string[]): Promise<void> {
  const store = await caches.open(files)
  const pages = new Set([...openPages.map(offlinePathOf), ...(await storedOfflinePaths())])
  try {
    await store.addAll([...[...pages, icon].map(fresh), ...RELEASE.scripts])
  } catch (error) {
    // An empty store would count as the previous release.
    await caches.delete(files)
    throw error
  }
}

/** Stores the offline page in the language of a page, if it is missing. */
export async function storeOfflinePage(url: string): Promise<void> {
  const store = await caches.open(files)
  const path = offlinePathOf(url)
  if (!(await store.match(path))) await store.add(fresh(path))
}

/** Returns the offline page in the language of a page, or in any other. */
export async function storedOfflinePage(url: string): Promise<Response | undefined> {
  const own = await storedFile(offlinePathOf(url))
  if (own) return own
  const others = await Promise.all(locales.map((locale) => storedFile(href(locale, 'offline'))))
  return others.find((page) => page !== undefined)
}

async function storedOfflinePaths(): Promise<readonly string[]> {
  const paths = locales.map((locale) => href(locale, 'offline'))
  const stored = await Promise.all(paths.map(storedFile))
  return paths.filter((_, index) => stored[index] !== undefined)
}

function offlinePathOf(url: string): string {
  return href(localeOf(new URL(url).pathname), 'offline')
}

function fresh(path: string): Request {
  return new Request(path, { cache: 'reload' })
}

/**
 * Returns a file of this release, or of the previous release, which open tabs may still request.
 */
export async function storedFile(url: string): Promise<Response | undefined> {
  try {
    return (await (await caches.open(files)).match(url)) ?? (await caches.match(url))
  } catch {
    // A browser with a damaged or full disk cannot read its stores, but can still load the file.
    return undefined
  }
}

export async function storeFile(url: string, response: Response): Promise<void> {
  await (await caches.open(files)).put(url, response)
}

export async function dropOldReleases(): Promise<void> {
  const names = await caches.keys()
  const [before] = names.filter((name) => name.startsWith('files-') && name !== files).slice(-1)
  const wanted = [esims, answers, files, before]
  await Promise.all(
    names.filter((name) => !wanted.includes(name)).map((name) => caches.delete(name)),
  )
}

/**
 * Replaces the copy of a page. The time is stored in the HTML, so that the boot script can show it.
 */
export async function storePage(kind: CopyKind, url: string, response: Response): Promise<void> {
  const html = await response.text()
  const storedAt = formatTime(new Date().toISOString())
  const marked = html.replace('<body', `<body data-stored-at="${storedAt}"`)
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  const store = await storeOf(kind)
  await store.put(copyName(url), new Response(marked, { status, statusText, headers }))
  const oldestFirst = await store.keys()
  const tooMany = oldestFirst.slice(0, Math.max(0, oldestFirst.length - maxCopies[kind]))
  await Promise.all(tooMany.map((request) => store.delete(request)))
}
