import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/http/config.ts'
import { withRetry, withTimeout } from '../../src/upstream/patience.ts'

const shop = 'https://shop.example'
const config = parseConfig({
  SITE_ORIGIN: shop,
  BRAND_NAME: 'Meridian',
  LEGAL_NAME: 'Meridian Ltd',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
})
/** A store that has nothing and keeps nothing. */
const emptyStore = { get: async () => null, put: async () => undefined }

export type Page = {
  readonly status: number
  readonly path: string
  readonly html: string
  readonly hops: number
  readonly first: Response
}

/** A browser before the shop over an API at `origin`: keeps cookies, follows redirects, posts forms. */
export function visitorOf(origin: string, patience = 300) {
  const fetchOnce = withTimeout((request) => fetch(request), patience)
  const app = createApp({ config, connect: () => ({ fetch: withRetry(fetchOnce), origin }) })
  const cookies = new Map<string, string>()
  const later: Promise<unknown>[] = []
  const context = {
    waitUntil: (work: Promise<unknown>) => void later.push(work),
    passThroughOnException: () => undefined,
    props: {},
  }

  async function send(path: string, form?: Record<string, string>): Promise<Response> {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(new URL(path, shop), {
      method: form ? 'POST' : 'GET',
      headers: { Cookie, Origin: shop },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const response = await app.fetch(request, { CACHE: emptyStore } as never, context as never)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  async function open(path: string, form?: Record<string, string>): Promise<Page> {
    const first = await send(path, form)
    let response = first
    let at = path
    let hops = 0
    for (; response.status >= 300 && response.status < 400 && hops < 20; hops += 1) {
      at = response.headers.get('Location') ?? ''
      response = await send(at)
    }
    return { status: response.status, path: at, html: await response.text(), hops, first }
  }

  /** What goes on after the answers has ended. */
  async function settled(): Promise<void> {
    while (later.length > 0) await later.pop()
  }

  return { cookies, open, settled }
}
