import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { operations } from '../../src/operations.ts'
import type { OperationName } from '../../src/operations.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import worker from '../../src/worker.ts'
import { visit } from '../support/visit.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly externalApi: string
  }
}

type ReceivedRequest = {
  readonly method: string
  readonly pathname: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

const secret = 'A'.repeat(43)
const cookies = ['esim.sessionID', 'esim.token', 'refAppSessionID', 'refToken']
const signedIn = { Cookie: cookies.map((name) => `${name}=${secret}`).join('; ') }

async function takeRequests(): Promise<ReceivedRequest[]> {
  return (await fetch(`${inject('externalApi')}/requests`)).json()
}

// A page that is loaded for the first time blocks its API calls on a busy machine until they time
// out, and five timeouts open the circuit.
beforeAll(async () => {
  const pages = import.meta.glob('../../src/*/pages/*.tsx')
  await Promise.all(Object.values(pages).map(async (load) => load()))
})
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await takeRequests()
})

describe('a shop with an external API', () => {
  it.each([
    ['/esim/countries', ['countries']],
    ['/', ['tariffsPopular']],
    ['/esim/tariffs', ['tariffsMarketplace']],
    ['/esim/tariffs/aq-penguin/aq-1', ['tariff']],
    ['/esim/countries/aq', ['tariffsMarketplace', 'operators', 'countryTexts']],
    ['/esim/regions/aq', ['regions']],
    ['/klientam/questions-and-answers', ['faq']],
    ['/blog', ['blogs']],
    ['/blog/ice', ['blog']],
    ['/sitemap.xml', ['tariffIndex']],
    [`/esim-instruction?hash=${secret}`, ['esim']],
    [`/esim-operator-info?hash=${secret}`, ['esimInfo']],
    [`/payment/success?invoiceID=${secret}`, ['invoice']],
    ['/account', ['customerProfile']],
    ['/referral-program', ['referrer', 'referrerTransactions', 'referrerPasskeys']],
  ] as const)('renders %s with %j', async (path, names) => {
    await visit(path, { headers: signedIn })
    const requests = await takeRequests()
    for (const name of names) {
      const call = requests.find(({ pathname }) => pathname === operations[name].path)
      expect(call, name).toMatchObject({ method: 'GET' })
      expect(call?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      const authenticated: OperationName[] = [
        'esim',
        'customerProfile',
        'referrer',
        'referrerTransactions',
        'referrerPasskeys',
      ]
      const bearer = `Bearer ${btoa(`${secret}:${secret}`).replace(/=+$/, '')}`
      expect(call?.headers['authorization']).toBe(authenticated.includes(name) ? bearer : undefined)
    }
  })

  it('shows the countries of the external API', async () => {
    expect(await (await visit('/esim/countries')).text()).toContain('Antarctica')
  })

  it('renders pages without place texts, posts and regions', async () => {
    for (const [path, text] of [
      ['/esim/countries/aq', 'Antarctica'],
      ['/esim/countries/aq/ice', 'Ice Shelf'],
      ['/esim/regions', wordsOf('en')('regions.none', { country: 'Russia' })],
      ['/blog', wordsOf('en')('blog.none')],
      ['/klientam/questions-and-answers', wordsOf('en')('faq.nothing')],
      ['/blog.xml', '<rss '],
      ['/sitemap.xml', '/sitemap-pages.xml</loc>'],
      ['/sitemap-pages.xml', '/esim/countries/aq</loc>'],
    ] as const) {
      const response = await visit(path)
      expect([path, response.status]).toEqual([path, 200])
      const page = await response.text()
      expect(page).toContain(text)
      expect(page).not.toContain(wordsOf('en')('errors.dataFailed'))
    }
  })

  it('lists no region pages without a list of regions', async () => {
    const pages = await (await visit('/sitemap-pages.xml')).text()
    expect(pages).toContain('/esim/countries/ru</loc>')
    expect(pages).not.toContain('/esim/regions')
    for (const path of ['/esim/countries/aq/snow', '/esim/countries/ru/mow'])
      expect((await visit(path)).status, path).toBe(404)
  })

  it('sends forms with files to the external API', async () => {
    const form = new FormData()
    const fields = { topic: 'support', name: 'Anna', email: 'anna@example.com', consent: '1' }
    for (const [name, value] of Object.entries({ ...fields, message: 'Cold' }))
      form.set(name, value)
    form.set('screenshot', new File(['a picture of ice'], 'ice.png', { type: 'image/png' }))
    const response = await visit('/contacts', { method: 'POST', body: form })
    expect(await response.text()).toContain('Not in Antarctica')
    const call = (await takeRequests()).find(
      ({ pathname }) => pathname === operations.mailNotify.path,
    )
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data/)
    expect(call?.body).toContain('a picture of ice')
    expect(call?.body).toContain('"message":"Cold"')
  })

  it('does not serve operations, callbacks or tools of the embedded backend', async () => {
    const calls = Object.values(operations).map(({ method, path }) => ({ method, path }))
    const callbacks = ['/callbacks/payment/test', '/callbacks/usage', `/dev/pay/${secret}`].map(
      (path) => ({ method: 'POST', path }),
    )
    const tools = ['/dev/outbox', '/dev/outbox.json', `/dev/pay/${secret}`].map((path) => ({
      method: 'GET',
      path,
    }))
    for (const { method, path } of [...calls, ...callbacks, ...tools]) {
      const response = await visit(path, { method })
      expect([method, path, response.status]).toEqual([method, path, 404])
      expect(response.headers.get('Content-Type')).toMatch('text/html')
    }
    const paths = new Set((await takeRequests()).map(({ pathname }) => pathname))
    paths.delete(operations.countries.path) // The footer of the 404 page lists countries.
    expect([...paths]).toEqual([])
    await worker.scheduled(createScheduledController(), env)
  })
})
