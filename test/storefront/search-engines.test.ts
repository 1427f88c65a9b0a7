import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { numberPlans } from '../../src/backend/catalogue/plan-numbers.ts'
import { stockShop } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'

/** A name that would end a block of data, or an element, if it were let. */
const hostile = '</script><script>alert(1)</script>&"\u2028'

beforeAll(async () => {
  await stockShop(5)
  await env.DB.batch([
    env.DB.prepare('UPDATE operators SET title = ?').bind(hostile),
    ...['en', 'ru'].flatMap((lang) => [
      env.DB.prepare(
        `INSERT INTO posts (lang, id, title, description, date, body) VALUES (?, 'borders', ?, 'Short & useful', '2026-11-02', 'Text')`,
      ).bind(lang, hostile),
      env.DB.prepare(
        `INSERT INTO faq_questions (lang, position, block_ident, block_title, ident, question, answer) VALUES (?, 0, 'choosing', 'Choosing', 'how-much', 'How much?', '["This much.", "Or more."]')`,
      ).bind(lang),
    ]),
  ])
})

async function textOf(path: string): Promise<string> {
  const response = await visit(path)
  expect(response.status, path).toBe(200)
  return response.text()
}

type Data = { readonly '@type': string; readonly [name: string]: unknown }

async function dataOf(path: string): Promise<Data[]> {
  const html = await textOf(path)
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json = '']) => JSON.parse(json))
}

async function typesOf(path: string): Promise<string[]> {
  return (await dataOf(path)).map((data) => data['@type'])
}

it('finds an answer by words that are printed with a space that does not break', async () => {
  await env.DB.prepare(
    `INSERT INTO faq_questions (lang, position, block_ident, block_title, ident, question, answer) VALUES ('ru', 1, 'choosing', 'Выбор', 'on-the-way', 'Что взять в\u00A0дорогу?', '["Карту."]')`,
  ).run()
  const found = await textOf(
    `/ru/klientam/questions-and-answers?search_string=${encodeURIComponent('ВЗЯТЬ В  дорогу')}`,
  )
  expect(found).toContain('Что взять в\u00A0дорогу?')
})

it('pages the blog by as many posts as its address says', async () => {
  await env.DB.prepare(
    `INSERT INTO posts (lang, id, title, description, date, body) VALUES ('en', 'older', 'Older', '', '2026-10-01', '')`,
  ).run()
  const first = await textOf('/blog?per_page=1')
  expect(first).not.toContain('>Older<')
  const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? []
  const second = await textOf(next.replaceAll('&amp;', '&'))
  expect(second).toContain('>Older<')
  expect(second.match(/<time /g)).toHaveLength(1)
  await env.DB.prepare(`DELETE FROM posts WHERE id = 'older'`).run()
})

describe('facts for machines', () => {
  it('say who sells, what a page sells, answers or tells, and the way to it', async () => {
    const questions = '/klientam/questions-and-answers'
    for (const prefix of ['', '/ru']) {
      expect(await typesOf(prefix || '/')).toEqual(['Organization'])
      expect(await typesOf(`${prefix}/esim/countries/tr`)).toEqual(['BreadcrumbList'])
      expect(await typesOf(`${prefix}/esim/tariffs/tr-turkcell/tr-10`)).toEqual([
        'Product',
        'BreadcrumbList',
      ])
      expect(await typesOf(prefix + questions)).toEqual([])
      for (const path of ['choosing', 'how-much', 'choosing/how-much'])
        expect((await typesOf(`${prefix}${questions}/${path}`)).toSorted()).toEqual([
          'BreadcrumbList',
          'FAQPage',
        ])
      expect((await typesOf(`${prefix}/blog/borders`)).toSorted()).toEqual([
        'BlogPosting',
        'BreadcrumbList',
      ])
    }
    expect(await typesOf(`${questions}?search_string=much`)).toEqual([])
  })

  it('offer a plan in both currencies as it is sold now, with no reviews', async () => {
    const [sold] = await dataOf('/esim/tariffs/tr-turkcell/tr-10')
    const [soldOut] = await dataOf('/ru/esim/tariffs/tr-turkcell/tr-sold-out')
    expect(sold).toMatchObject({
      offers: [
        { price: '12.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
        { price: '1150.00', priceCurrency: 'RUB', availability: 'https://schema.org/InStock' },
      ],
    })
    expect(soldOut).toMatchObject({
      offers: [
        { availability: 'https://schema.org/OutOfStock' },
        { availability: 'https://schema.org/OutOfStock' },
      ],
    })
    expect(JSON.stringify([sold, soldOut])).not.toMatch(/"(review|aggregateRating)"/)
  })

  it('carry any name whole, and let none end them', async () => {
    const [plan] = await dataOf('/esim/tariffs/tr-turkcell/tr-10')
    expect(plan).toMatchObject({ brand: { name: hostile } })
    const [post] = await dataOf('/blog/borders')
    expect(post).toMatchObject({ headline: hostile, datePublished: '2026-11-02' })
    for (const path of ['/esim/tariffs/tr-turkcell/tr-10', '/blog/borders'])
      expect(await textOf(path)).not.toContain('<script>alert')
  })
})

describe('a link in a conversation', () => {
  it('shows the page’s title, its text and a picture, in its language', async () => {
    const html = await textOf('/ru/esim/countries/tr')
    for (const [name, content] of [
      ['og:type', 'website'],
      ['og:site_name', 'Meridian'],
      ['og:url', `${origin}/ru/esim/countries/tr`],
      ['og:locale', 'ru_RU'],
      ['og:locale:alternate', 'en_US'],
      ['og:image', `${origin}/ru/og/tr.png`],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', 'Посадочный талон: Турция'],
    ])
      expect(html).toContain(`<meta property="${name}" content="${content}"/>`)
    expect(html).toMatch(/<meta property="og:title" content="[^"]*Турци/)
    expect(html).toMatch(/<meta property="og:description" content="[^"]+"/)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  })

  it('names a plan and a post as what they are; what is not to be found names nothing', async () => {
    const typeOf = async (path: string) =>
      /<meta property="og:type" content="([^"]*)"/.exec(await textOf(path))?.[1]
    expect(await typeOf('/esim/tariffs/tr-turkcell/tr-10')).toBe('product')
    expect(await typeOf('/blog/borders')).toBe('article')
    expect(await typeOf('/esim/countries/tr?sort=days')).toBeUndefined()
    expect(await typeOf('/esim-instruction')).toBeUndefined()
  })

  it('has a picture for each country in each language, which other sites may show, and for nothing else', async () => {
    const files = new Set<string>()
    for (const path of [
      '/og/tr.png',
      '/ru/og/tr.png',
      '/og/cu.png',
      '/og/shop.png',
      '/ru/og/shop.png',
    ]) {
      // The second time it comes from what was kept.
      for (const _ of [1, 2]) {
        const response = await visit(path)
        expect(response.status, path).toBe(200)
        expect(response.headers.get('Content-Type'), path).toBe('image/png')
        expect(response.headers.get('Cross-Origin-Resource-Policy'), path).toBe('cross-origin')
        expect(response.headers.get('Cache-Control'), path).toBe('public, max-age=86400')
        const bytes = new Uint8Array(await response.arrayBuffer())
        expect(String.fromCharCode(...bytes.subarray(1, 4)), path).toBe('PNG')
        files.add(bytes.toString())
      }
    }
    expect(files.size).toBe(5)
    for (const path of ['/og/xx.png', '/og/tr.svg', '/og/tr', '/og/TR.png', '/og/%2e%2e.png'])
      expect((await visit(path)).status, path).toBe(404)
  })
})

describe('the feed of the blog', () => {
  it('has each post once, as XML, and is named by the pages of the blog', async () => {
    for (const prefix of ['', '/ru']) {
      const response = await visit(`${prefix}/blog.xml`)
      expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
      const xml = await response.text()
      expect(xml.match(/<item>/g)).toHaveLength(1)
      expect(xml).toContain(`<link>${origin}${prefix}/blog/borders</link>`)
      expect(xml).toContain('<pubDate>Mon, 02 Nov 2026 00:00:00 GMT</pubDate>')
      expect(xml).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
      expect(xml).toContain('<description>Short &amp; useful</description>')
      for (const path of ['/blog', '/blog/borders']) {
        const [head = ''] = (await textOf(prefix + path)).split('</head>')
        expect(head).toMatch(
          new RegExp(
            `<link rel="alternate" type="application/rss\\+xml"[^>]* href="${prefix}/blog.xml"`,
          ),
        )
      }
      expect(await textOf(`${prefix}/about`)).not.toContain('rss+xml')
    }
  })
})

describe('the sitemap', () => {
  const locations = async (path: string) =>
    [...(await textOf(path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) =>
      url.replace(origin, ''),
    )

  it('names a page of everything once in each language, each with all of them', async () => {
    // More plans than a part holds: the third part has one.
    await env.DB.batch([
      env.DB
        .prepare(`INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
        SELECT printf('tr-x-%05d', i), 'tr-turkcell', 'country', '["tr"]', 'travel', 30, '{"USD":1}' FROM n`),
      env.DB
        .prepare(`INSERT INTO placements (place, tariff_id, operator_ident, kind, traffic_mb, validity_days, traffic_size, day_range, price, unit_price)
        SELECT 'all', id, operator_ident, kind, 1, 30, '1', '30', 1, 1 FROM tariffs WHERE id LIKE 'tr-x-%'`),
      ...numberPlans.map((statement) => env.DB.prepare(statement)),
      // More posts than a list answers at once.
      env.DB.prepare(`INSERT INTO posts (lang, id, title, description, date, body)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
        SELECT 'en', printf('post-%03d', i), 'Old', 'Old', '2020-01-01', 'Text' FROM n`),
    ])
    const parts = await locations('/sitemap.xml')
    expect(parts).toEqual([
      '/sitemap-pages.xml',
      '/sitemap-plans-1.xml',
      '/sitemap-plans-2.xml',
      '/sitemap-plans-3.xml',
    ])
    const lists = await Promise.all(parts.map(locations))
    expect(lists.slice(1).map((list) => list.length)).toEqual([5000, 5000, 2])
    const all = lists.flat()
    expect(new Set(all).size).toBe(all.length)
    for (const path of [
      '',
      '/about',
      '/esim/countries/tr',
      '/esim/countries/cu',
      '/esim/tariffs/tr-turkcell/tr-10',
      '/esim/tariffs/tr-turkcell/tr-x-04999',
      '/blog/borders',
      '/blog/post-001',
      '/blog/post-120',
      '/klientam/questions-and-answers/choosing/how-much',
    ]) {
      expect(all).toContain(path || '/')
      expect(all).toContain(`/ru${path}`)
    }
    const plan = '/esim/tariffs/tr-turkcell/tr-10'
    expect(await textOf('/sitemap-plans-1.xml')).toContain(
      `<url><loc>${origin}/ru${plan}</loc><xhtml:link rel="alternate" hreflang="en" href="${origin}${plan}"/><xhtml:link rel="alternate" hreflang="ru" href="${origin}/ru${plan}"/><xhtml:link rel="alternate" hreflang="x-default" href="${origin}${plan}"/></url>`,
    )
  })

  it('has no other parts', async () => {
    for (const path of ['plans-4', 'plans-0', 'plans-01', 'plans--1', 'plans-99999', 'others'])
      expect((await visit(`/sitemap-${path}.xml`)).status, path).toBe(404)
  })
})
