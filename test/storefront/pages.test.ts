import { beforeAll, expect, it } from 'vitest'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { stockShop, run } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'
import { textSql } from '../support/text-sql.ts'

/** Matches executable inline scripts. JSON-LD is data. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))/

beforeAll(async () => {
  await stockShop(5)
  await run(
    textSql('question', 'en', 'how-much', { question: 'How much?', answer: ['This much.'] }),
  )
})

it('renders the same bytes for every anonymous visitor', async () => {
  const plain = await (await visit('/esim/countries/tr')).text()
  const cookies = 'cookieConsent=1; promocode=SUMMER; referralCode=abc; locale=ru'
  const other = await (
    await visit('/esim/countries/tr', { headers: { Cookie: cookies, 'Accept-Language': 'ru' } })
  ).text()
  expect(other).toBe(plain)
  expect(plain).not.toMatch(inlineScript)
  expect(plain).not.toMatch(/\sstyle="/)
})

it('links to the canonical URL and the other language on indexed pages', async () => {
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

it('has one canonical URL for both paths to a question', async () => {
  const questions = '/klientam/questions-and-answers'
  for (const path of ['choosing/how-much', 'how-much']) {
    const html = await (await visit(`${questions}/${path}`)).text()
    const canonical = `${origin}${questions}/choosing/how-much`
    expect(html).toContain(`<link rel="canonical" href="${canonical}"/>`)
    expect(html).toContain(`<link rel="alternate" hrefLang="x-default" href="${canonical}"/>`)
  }
})

it('allows search engines to index the sign-in pages, but not their variants', async () => {
  for (const path of ['/login', '/ru/register']) {
    const response = await visit(path)
    const html = await response.text()
    expect(response.headers.get('X-Robots-Tag'), path).toBeNull()
    expect(response.headers.get('Cache-Control'), path).toBe('private, no-store')
    expect(response.headers.get('Referrer-Policy'), path).toBe('same-origin')
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}"/>`)
    expect(html).toContain('<link rel="alternate" hrefLang="ru"')
    expect(html).not.toContain('<meta name="robots"')
    const filtered = await (await visit(`${path}?redirect=%2Faccount`)).text()
    expect(filtered).toContain('<meta name="robots" content="noindex"/>')
    expect(filtered).not.toContain('rel="alternate" hrefLang')
  }
})

it('links to the blog only on the Russian sitemap page', async () => {
  expect(await (await visit('/ru/sitemap')).text()).toContain('href="/ru/blog"')
  expect(await (await visit('/sitemap')).text()).not.toMatch(/blog/i)
})

it('labels plan sizes with the captions of the specification', async () => {
  const html = await (await visit('/esim/countries/tr')).text()
  const [, options = ''] = /<select[^>]*name="traffic"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
  const captions = [...options.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(captions.slice(1)).toEqual(['1 GB', '5 GB', '10 GB', '30 GB', 'unlimited'])
})

it('ignores invalid filters', async () => {
  const response = await visit(
    '/esim/countries/tr?traffic=7&days=x&sort=up&page=-1&per_page=1e9&operator=<b>',
  )
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Turkcell')
})

it('uses the first value of a repeated parameter', async () => {
  const search = await visit('/esim/countries?search_string=turk&search_string=x')
  expect(await search.text()).toContain('value="turk"')
  const filtered = await (await visit('/esim/tariffs?sort=days&sort=traffic')).text()
  expect(filtered).toContain('<meta name="robots" content="noindex"/>')
  expect(filtered).toContain('<option value="days" selected="">')
})

it('replaces control characters of a search text with spaces', async () => {
  const html = await (await visit('/esim/tariffs?search_string=%09turk%00%1Fcell%0A')).text()
  expect(html).toContain('name="search_string" value="turk cell"')
})

it('shows whether the search or the filters found no plans', async () => {
  const resultsFor = async (query: string) => (await visit(`/esim/tariffs?${query}`)).text()
  const words = wordsOf('en')
  const search = await resultsFor('search_string=zzzz')
  expect(search).toContain(`>${words('errors.nothingFound')}<`)
  expect(search).not.toContain('class="filters"')
  expect(await resultsFor('traffic=unlimited&days=31')).toContain(`>${words('filters.nothing')}`)
})

it('shows which filters are set while their panel is closed', async () => {
  const html = await (
    await visit('/esim/countries/tr?operator=tr-turkcell&days=30&sort=days')
  ).text()
  const words = wordsOf('en')
  const length = words('filters.daysRange', { from: 16, to: 30 })
  const set = `Turkcell, ${length}, ${words('filters.sorts.days')}`
  expect(html).toContain(
    `<details class="fold"><summary><span>${words('filters.title')}<small>${set}</small>`,
  )
  expect(html).toContain(`<a href="/esim/countries/tr">${words('filters.reset')}</a>`)
})

it('clears filters, but not the search text', async () => {
  const html = await (await visit('/esim/tariffs?search_string=turkcell&sort=-price')).text()
  const target = '/esim/tariffs?search_string=turkcell'
  expect(html).toContain(`<a href="${target}">${wordsOf('en')('filters.reset')}</a>`)
})

it('shows the first page of a list when the requested page does not exist', async () => {
  for (const path of ['/esim/countries/tr', '/esim/tariffs']) {
    const html = await (await visit(`${path}?page=9`)).text()
    expect(html, path).toContain('Turkcell')
    expect(html, path).not.toContain('rel="prev"')
  }
})

it.each([
  ['/esim-order', '/esim/tariffs'],
  ['/ru/esim-order?utm_source=mail', '/ru/esim/tariffs'],
  ['/esim-operator-info', '/account'],
  ['/ru/payment/success', '/ru/esim'],
])('redirects %s, which lacks its secret, to %s', async (path, target) => {
  const response = await visit(path)
  expect([response.status, response.headers.get('Location')]).toEqual([303, target])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

it('shows the 404 page with a button to the main page, in the language of an unknown path', async () => {
  const paths = [
    '/nope',
    '/ru/nope',
    '/esim/countries/xx',
    '/esim/countries/tr/none',
    '/esim/regions/xx',
    '/esim/tariffs/tr-turkcell/none',
    '/esim/tariffs/other/tr-10',
    '/esim-order?tariffID=none',
    '/ru/blog/none',
    '/klientam/questions-and-answers/none',
    '/klientam/questions-and-answers/choosing/none',
  ]
  for (const path of paths) {
    const response = await visit(path)
    expect(response.status, path).toBe(404)
    expect(response.headers.get('Cache-Control'), path).toBe('no-store')
    const locale = path.startsWith('/ru') ? 'ru' : 'en'
    const words = wordsOf(locale)
    const html = await response.text()
    expect(html, path).toContain(`<title>${words('errors.notFoundName')}`)
    expect(html, path).toContain(`>${words('errors.notFoundTitle')}</h1>`)
    expect(html, path).toContain(words('errors.notFoundText'))
    expect(html, path).toMatch(
      new RegExp(`<a [^>]*href="${href(locale, 'home')}"[^>]*>${words('errors.toMainPage')}</a>`),
    )
  }
})
