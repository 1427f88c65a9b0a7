import { origin, visit } from '../support/visit.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertTexts, paths, publish, typed } from '../support/office-texts.ts'
import { api, pay, placeOrder, rows, run } from '../support/small-shop.ts'
import { visitAs } from '../support/visit-office.ts'
import { publicPages } from '../e2e/public-pages.ts'

const headers = { 'Accept-Language': 'ru', Cookie: 'locale=ru' }

beforeEach(insertTexts)

it('shows no page, link or switch of a language that is switched off', async () => {
  for (const path of [...publicPages, '/sitemap.xml', '/sitemap-pages.xml', '/robots.txt']) {
    const response = await visit(path, { headers })
    expect(response.status, path).toBeLessThan(500)
    const text = await response.text()
    expect(text, path).not.toMatch(
      /hreflang|locale:alternate|action="\/locale"|(?:["\s]|8787)\/ru(?![\w-])/i,
    )
    expect(response.headers.get('Content-Language') ?? 'en', path).toBe('en')
  }
})

it.each([
  ['/ru', '/'],
  ['/ru/about', '/about'],
  ['/RU/ESIM/countries/TR/?sort=price', '/esim/countries/tr?sort=price'],
  ['/ru//evil.test', '/evil.test'],
  ['/ru/manifest.webmanifest', '/manifest.webmanifest'],
])('redirects %s, which an old link may have, to %s', async (path, target) => {
  const response = await visit(path)
  expect(response.status).toBe(301)
  expect(response.headers.get('Location')).toBe(target)
})

it('refuses to switch to the language', async () => {
  const form = { locale: 'ru', to: '/about' }
  const response = await visit('/locale', { form })
  expect(response.headers.get('Set-Cookie') ?? '').not.toContain('locale=ru')
  expect((await visit('/', { headers })).status).toBe(200)
})

describe('the back office', () => {
  it('is in English, without a switch', async () => {
    const page = await (await visitAs('owner', '/admin', { headers })).text()
    expect(page).toContain('<html lang="en"')
    expect(page).not.toContain('value="ru"')
  })

  it.each(['question', 'legal'] as const)('asks for a %s in English only', async (kind) => {
    const page = await (await visitAs('owner', paths[kind])).text()
    expect(page).not.toContain('name="ru-')
    const english = Object.entries(typed[kind]).filter(([name]) => !name.startsWith('ru-'))
    await run(`UPDATE texts SET content = json_set(content, '$.own', 1) WHERE kind = '${kind}'`)
    const russian = async () =>
      rows(`SELECT content FROM texts WHERE kind = '${kind}' AND lang = 'ru'`)
    const before = await russian()
    expect(before).toHaveLength(kind === 'question' ? 1 : 0)
    expect((await publish(paths[kind], Object.fromEntries(english))).status).toBe(303)
    expect(await russian()).toEqual(before)
  })
})

it('refuses calls of the API in the language', async () => {
  expect((await api('en').faq({})).ok).toBe(true)
  expect((await api('ru').faq({})).ok).toBe(false)
})

it('keeps the emails of earlier orders in their language, with links to existing pages', async () => {
  const order = await placeOrder()
  await run(`UPDATE orders SET lang = 'ru' WHERE id = '${order}'`)
  await pay(order)
  const [mail] = await rows<{ body: string }>(`SELECT body FROM outbox WHERE purpose = 'esim'`)
  expect(mail?.body).toMatch(/Спасибо за.заказ/)
  expect(mail?.body).toContain(`${origin}/esim-instruction?hash=`)
})
