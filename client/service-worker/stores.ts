import { locales } from '../../src/locale/locales.ts'
import { href } from '../../src/locale/paths.ts'
import { copyName, icon } from './request-kind.ts'

/** A customer's eSIMs outlive releases; all else belongs to one. The boot script lists both kinds by these names. */
export const esims = 'esims'
const answers = `answers-${RELEASE.id}`
const files = `files-${RELEASE.id}`

const most = { esim: 30, answer: 60 } as const
type Kept = keyof typeof most

export async function storeOf(kind: Kept): Promise<Cache> {
  return caches.open(kind === 'esim' ? esims : answers)
}

/** What the shop cannot be without: the page that says there is no network, the icon, the boot script. */
export async function storeRelease(): Promise<void> {
  const store = await caches.open(files)
  const pages = locales.map((locale) => href(locale, 'offline'))
  const fresh = [...pages, icon].map((path) => new Request(path, { cache: 'reload' }))
  await store.addAll([...fresh, ...RELEASE.scripts])
}

/** Of this release; else a file of the release before, which tabs opened before may still ask for. */
export async function storedFile(url: string): Promise<Response | undefined> {
  return (await (await caches.open(files)).match(url)) ?? caches.match(url)
}

export async function storeFile(url: string, response: Response): Promise<void> {
  await (await caches.open(files)).put(url, response)
}

/** Old answers go, and the files of all releases but this one and the one before. */
export async function dropOldReleases(): Promise<void> {
  const names = await caches.keys()
  const before = names.filter((name) => name.startsWith('files-') && name !== files).at(-1)
  const wanted = [esims, answers, files, before]
  await Promise.all(
    names.filter((name) => !wanted.includes(name)).map((name) => caches.delete(name)),
  )
}

/**
 * Keeps a page, marked with the time, in place of its older copy. The mark is part of the copy, so the page can tell that it is one
 * however it is opened; the boot script turns it into words.
 */
export async function storePage(kind: Kept, url: string, response: Response): Promise<void> {
  const html = await response.text()
  const marked = html.replace('<body', `<body data-kept="${new Date().toISOString()}"`)
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  const store = await storeOf(kind)
  await store.put(copyName(url), new Response(marked, { status, statusText, headers }))
  const oldestFirst = await store.keys()
  const tooMany = oldestFirst.slice(0, Math.max(0, oldestFirst.length - most[kind]))
  await Promise.all(tooMany.map((request) => store.delete(request)))
}
