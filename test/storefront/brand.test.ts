import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { locales, localePrefix } from '../../src/words/locales.shared.ts'
import { publicPages } from '../e2e/public-pages.ts'
import {
  api,
  ask,
  clearShop,
  mailWebhook,
  nonce,
  pay,
  placeOrder,
  sendMessages,
  settings,
  run,
  openShop,
} from '../support/small-shop.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const acme = {
  BRAND_NAME: 'Acme Travel',
  LEGAL_NAME: 'Acme Travel Ltd',
  SUPPORT_EMAIL: 'help@acme.test',
  PARTNERS_EMAIL: 'partners@acme.test',
  SUPPORT_PHONE: '+44 20 1234 5678',
  MAIL_FROM: 'orders@acme.test',
  APP_STORE_URL: '',
  GOOGLE_PLAY_URL: '',
  TELEGRAM_URL: 'https://t.me/acme',
  VK_URL: '',
  LINKEDIN_URL: '',
}
/** All public pages except those of the sample operator's plans. */
const pagesOfAnyShop = publicPages.filter((path) => !path.includes('meridian'))
const files = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/blog/feed.xml']

beforeAll(async () => {
  await openShop(3)
  Object.assign(settings, acme)
  // Data of the sample shop that remains after an import: an operator without plans.
  await run(`INSERT INTO operators (ident, title, search_title, website)
      VALUES ('meridian-travel', 'Meridian Travel', 'meridian travel', 'https://meridian.example')`)
})
afterEach(() => vi.unstubAllGlobals())
afterAll(clearShop)

it.each(locales)('shows its own name on every page in %s', async (locale) => {
  let named = 0
  for (const path of [...pagesOfAnyShop, ...files]) {
    const response = await visitWithApi(localePrefix(locale) + path, ask, { settings: acme })
    expect(response.status, path).toBeLessThan(500)
    const text = await response.text()
    expect(text, path).not.toMatch(/meridian/i)
    if (text.includes(acme.BRAND_NAME)) named++
  }
  expect(named).toBeGreaterThan(pagesOfAnyShop.length / 2)
})

it('lists no operator of the sample shop', async () => {
  const answer = await api().operators({ per_page: 100 })
  expect(answer.ok && answer.value.data.map(({ ident }) => ident)).toEqual(['tr-turkcell'])
})

it('writes its own name into every email', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(await new Response(init.body).text())
    return new Response(null)
  })
  Object.assign(settings, mailWebhook)
  await pay(await placeOrder())
  const message = {
    name: 'Bella',
    email: 'bella@acme.test',
    message: 'Hello',
    consent: true,
  } as const
  await api('ru').mailNotify({ ...message, topic: 'support' })
  await api().mailNotify({ ...message, topic: 'partnership' })
  await api('ru').customerCodeSend({ nonce, email: 'bella@acme.test' })
  await sendMessages()
  expect(sent.length).toBeGreaterThan(3)
  for (const mail of sent) {
    expect(mail).not.toMatch(/meridian/i)
    expect(mail).toContain(acme.BRAND_NAME)
  }
})
