import { beforeAll, expect, it } from 'vitest'
import { hiddenFieldsOf } from '../fixtures/html.ts'
import { origin, visit, visitText } from '../support/visit.ts'
import { insertHostileContent } from './hostile-content.ts'
import { textSql } from '../support/text-sql.ts'
import { run } from '../support/small-shop.ts'

beforeAll(insertHostileContent)

it('paginates the blog by the per_page of its URL', async () => {
  await run(textSql('post', 'en', 'older', { title: 'Older', date: '2026-10-01' }))
  const first = await visitText('/blog?per_page=1')
  expect(first).not.toContain('>Older<')
  const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? []
  const second = await visitText(next.replaceAll('&amp;', '&'))
  expect(second).toContain('>Older<')
  expect(second.match(/<time /g)).toHaveLength(1)
  await run(`DELETE FROM texts WHERE ident = 'older'`)
})

it('links only to languages that have the post', async () => {
  await run(textSql('post', 'ru', 'visas', { title: 'Визы', date: '2026-11-03' }))
  const linksOf = async (path: string) =>
    [...(await visitText(path)).matchAll(/rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(
      ([, lang, href = '']) => `${lang} ${href.replace(origin, '')}`,
    )
  expect(await linksOf('/ru/blog/visas')).toEqual(['ru /ru/blog/visas', 'x-default /ru/blog/visas'])
  expect(await linksOf('/blog/borders')).toEqual([
    'en /blog/borders',
    'ru /ru/blog/borders',
    'x-default /blog/borders',
  ])
  expect((await visit('/blog/visas')).status).toBe(404)
  const page = await visitText('/ru/blog/visas')
  expect(page).not.toContain('data-suggest="')
  const switchTo = async (locale: string) => {
    const [form = ''] = /<form class="lang"[^]*?<\/form>/.exec(page) ?? []
    return visit('/locale', { form: { ...hiddenFieldsOf(form), locale } })
  }
  expect((await switchTo('en')).headers.get('Location')).toBe('/blog')
  expect((await switchTo('ru')).headers.get('Location')).toBe('/ru/blog/visas')
  await run(`DELETE FROM texts WHERE ident = 'visas'`)
})

it('shows Markdown without HTML and without links that run scripts', async () => {
  const body = [
    '<script>alert(1)</script> <img src=x onerror=alert(1)>',
    '[a](javascript:alert) [b](JaVaScRiPt:alert) [c](data:text/html,x) [d](vbscript:x)',
    '<javascript:alert>',
    '[e]: javascript:alert',
    '[e]',
  ].join('\n\n')
  await run(textSql('post', 'en', 'hostile', { title: 'Hostile', date: '2026-10-01', body }))
  const html = await visitText('/blog/hostile')
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html.slice(html.indexOf('<body'))).not.toMatch(
    /<script>alert|<img src="?x|href="(?:javascript|data|vbscript):/i,
  )
  await run(`DELETE FROM texts WHERE ident = 'hostile'`)
})

it('lists each post once in the RSS feed, which the blog pages link', async () => {
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
      const [head = ''] = (await visitText(prefix + path)).split('</head>')
      expect(head).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/rss\\+xml"[^>]* href="${prefix}/blog.xml"`,
        ),
      )
    }
    expect(await visitText(`${prefix}/about`)).not.toContain('rss+xml')
  }
})
