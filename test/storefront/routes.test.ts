import { beforeAll, describe, expect, it } from 'vitest'
import { wordsOf } from '../../src/locale/words.ts'
import { stockShop } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'

/** Script that would run; a block of data has a type that no browser runs. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))/

beforeAll(() => stockShop(5))

async function location(
  path: string,
  headers: Record<string, string> = {},
): Promise<[number, string | null]> {
  const response = await visit(path, { headers })
  return [response.status, response.headers.get('Location')]
}

describe('the language', () => {
  it('greets a Russian browser at / in Russian, query kept, and nobody elsewhere', async () => {
    expect(await location('/?utm_source=a', { 'Accept-Language': 'uk-UA,en;q=0.5' })).toEqual([
      302,
      '/ru?utm_source=a',
    ])
    expect(await location('/', { 'Accept-Language': 'en-GB,ru;q=0.5' })).toEqual([200, null])
    expect(await location('/esim/countries', { 'Accept-Language': 'ru' })).toEqual([200, null])
  })

  it('that a visitor chose beats the browser', async () => {
    expect(await location('/', { 'Accept-Language': 'ru', Cookie: 'locale=en' })).toEqual([
      200,
      null,
    ])
    expect(await location('/', { 'Accept-Language': 'en', Cookie: 'locale=ru' })).toEqual([
      302,
      '/ru',
    ])
    expect(await location('/', { 'Accept-Language': 'en', Cookie: 'locale=xx' })).toEqual([
      200,
      null,
    ])
  })

  it('is switched by a form that stays in the shop', async () => {
    const switchTo = async (to: string) => {
      const body = new URLSearchParams({ locale: 'ru', to })
      const response = await visit('/locale', { method: 'POST', body, headers: { Origin: origin } })
      expect(response.headers.get('Set-Cookie')).toMatch(
        /^locale=ru; Max-Age=31536000; Path=\/; SameSite=Lax$/,
      )
      return response.headers.get('Location')
    }
    expect(await switchTo('/esim/countries/tr?days=7')).toBe('/ru/esim/countries/tr?days=7')
    expect(await switchTo('/esim/tariffs?search_string=south+korea')).toBe(
      '/ru/esim/tariffs?search_string=south+korea',
    )
    expect(await switchTo('//evil.example')).toBe('/ru')
    expect(await switchTo('/\\evil.example')).toBe('/ru')
  })
})

describe('a page', () => {
  it('is the same, to the byte, for every anonymous visitor', async () => {
    const plain = await (await visit('/esim/countries/tr')).text()
    const cookies = 'cookieConsent=1; promocode=SUMMER; referralCode=abc; locale=ru'
    const other = await (
      await visit('/esim/countries/tr', { headers: { Cookie: cookies, 'Accept-Language': 'ru' } })
    ).text()
    expect(other).toBe(plain)
    expect(plain).not.toMatch(inlineScript)
    expect(plain).not.toMatch(/\sstyle="/)
  })

  it('names itself and its other language for search engines', async () => {
    const html = await (await visit('/ru/esim/countries/tr')).text()
    expect(html).toContain(`<link rel="canonical" href="${origin}/ru/esim/countries/tr"/>`)
    for (const [lang, path] of [
      ['en', ''],
      ['ru', '/ru'],
      ['x-default', ''],
    ] as const) {
      expect(html).toContain(
        `<link rel="alternate" hrefLang="${lang}" href="${origin}${path}/esim/countries/tr"/>`,
      )
    }
    const filtered = await (await visit('/ru/esim/countries/tr?sort=days&page=2')).text()
    expect(filtered).toContain('<meta name="robots" content="noindex"/>')
    expect(filtered).toContain(`<link rel="canonical" href="${origin}/ru/esim/countries/tr"/>`)
    expect(filtered).not.toContain('rel="alternate" hrefLang')
    expect(await (await visit('/nope')).text()).not.toContain('rel="canonical"')
  })

  it('comes with a strict policy, whatever its status', async () => {
    for (const path of [
      '/',
      '/nope',
      '/en',
      '/healthz',
      '/esim-order?tariffID=none',
      '/dev/outbox',
      '/consent.css',
    ]) {
      const { headers } = await visit(path)
      const policy = headers.get('Content-Security-Policy') ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy, path).not.toContain('unsafe')
      expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
      expect(headers.get('Referrer-Policy'), path).toBeTruthy()
    }
  })

  it('falls back to the whole list when a filter cannot be read', async () => {
    const response = await visit(
      '/esim/countries/tr?traffic=7&days=x&sort=up&page=-1&per_page=1e9&operator=<b>',
    )
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Turkcell')
  })

  it('takes the first value of a repeated parameter', async () => {
    expect((await visit('/esim-order?tariffID=tr-10&tariffID=none')).status).toBe(200)
    const search = await visit('/esim/countries?search_string=turk&search_string=x')
    expect(await search.text()).toContain('value="turk"')
    const filtered = await (await visit('/esim/tariffs?sort=days&sort=traffic')).text()
    expect(filtered).toContain('<meta name="robots" content="noindex"/>')
    expect(filtered).toContain('<option value="days" selected="">')
  })

  it('with no plan says whether it was the search or the filters', async () => {
    const found = async (query: string) => (await visit(`/esim/tariffs?${query}`)).text()
    const words = wordsOf('en')
    expect(await found('search_string=zzzz')).toContain(`>${words('errors.nothingFound')}<`)
    expect(await found('traffic=unlimited&days=31')).toContain(`>${words('filters.nothing')}`)
  })

  it('falls back to the first page where a list ends before the one asked for', async () => {
    for (const path of ['/esim/countries/tr', '/esim/tariffs']) {
      const html = await (await visit(`${path}?page=9`)).text()
      expect(html, path).toContain('Turkcell')
      expect(html, path).not.toContain('rel="prev"')
    }
  })

  it('that does not exist says so in its language, with the way home', async () => {
    const paths = [
      '/nope',
      '/ru/nope',
      '/esim/countries/xx',
      '/esim/tariffs/tr-turkcell/none',
      '/esim/tariffs/other/tr-10',
    ]
    const secrets = [
      '/esim-instruction?hash=x',
      '/esim-operator-info',
      '/payment/success?invoiceID=x',
      '/esim-order?tariffID=none',
    ]
    for (const path of [...paths, ...secrets]) {
      const response = await visit(path)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('Cache-Control'), path).toBe('no-store')
      const words = wordsOf(path.startsWith('/ru') ? 'ru' : 'en')
      expect(await response.text(), path).toContain(words('errors.notFoundText'))
    }
  })

  it('keeps a mistyped secret out of search engines and of the Referer header', async () => {
    for (const path of ['/esim-instruction?hash=x', '/payment/success?invoiceID=x']) {
      const { headers } = await visit(path)
      expect(headers.get('Referrer-Policy'), path).toBe('same-origin')
      expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
    }
  })
})

describe('cookies', () => {
  it('keep a promo code and a referral code for 30 days, and nothing malformed', async () => {
    const response = await visit('/esim/countries?promo=SUMMER-1&refid=abc_1')
    expect(response.headers.getSetCookie()).toEqual([
      'promocode=SUMMER-1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
      'referralCode=abc_1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ])
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(
      (await visit(`/esim/countries?promo=${'a'.repeat(65)}&refid=a%20b`)).headers.getSetCookie(),
    ).toEqual([])
  })

  it('remember the consent, and show the banner without script until then', async () => {
    expect(await (await visit('/consent.css')).text()).toContain('display:flex')
    expect(
      await (await visit('/consent.css', { headers: { Cookie: 'cookieConsent=1' } })).text(),
    ).toBe('')
  })
})

describe('a form', () => {
  it('posted from another site is refused, whatever its content type', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null' },
      { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
    ]) {
      for (const path of ['/locale', '/consent', '/esim-order?tariffID=tr-10', '/dev/pay/x']) {
        const response = await visit(path, { method: 'POST', body: '{}', headers })
        expect(response.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
      }
    }
  })

  it('carries the promo code of the cookie and the campaign of the address', async () => {
    const html = await (
      await visit('/esim-order?tariffID=tr-10&utm_source=mail&utm_other=x', {
        headers: { Cookie: 'promocode=SUMMER' },
      })
    ).text()
    expect(html).toContain('value="SUMMER"')
    expect(html).toContain('<input type="hidden" name="utm_source" value="mail"/>')
    expect(html).not.toContain('name="utm_other"')
  })
})

it('answers for the embedded API to nobody outside', async () => {
  for (const path of [
    '/web-esim-countries?lang=en',
    '/web-invoice?lang=en&invoiceID=x',
    '/callbacks',
  ]) {
    expect((await visit(path)).status).toBe(404)
  }
})
