import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { defaultLocale } from '../../src/words/locales.shared.ts'
import { pageTable } from '../../src/words/page-table.ts'
import type { PageName } from '../../src/words/page-table.ts'
import { href } from '../../src/words/paths.shared.ts'
import {
  clock,
  clearShop,
  pay,
  placeOrder,
  rows,
  signInCustomer,
  signInPartner,
  stockShop,
} from '../support/small-shop.ts'
import { answer, origin, visit } from '../support/visit.ts'

let pathsWithCookies: (readonly [path: string, cookie: string])[] = []

beforeAll(async () => {
  await clearShop()
  clock.now = new Date()
  await stockShop(2)
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  const [esim] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
  const customer = await signInCustomer()
  const partner = await signInPartner()
  const cookie = `esim.sessionID=${customer.sessionID}; esim.token=${customer.token}; refAppSessionID=${partner.sessionID}; refToken=${partner.token}`
  const paths: { readonly [name in PageName]?: string } = {
    country: '/esim/countries/tr',
    countryRegion: '/esim/countries/ru/mow',
    tariff: '/esim/tariffs/tr-turkcell/tr-10',
    post: '/blog/borders',
    regions: '/esim/regions/ru',
    questions: '/klientam/questions-and-answers',
    order: '/esim-order?tariffID=tr-10&action=order&email=anna@example.com&consent=1',
    instruction: `/esim-instruction?hash=${esim?.hash}&action=resend`,
    operatorInfo: `/esim-operator-info?hash=${esim?.hash}`,
    paymentSuccess: `/payment/success?invoiceID=${invoiceID}`,
    paymentFailed: `/payment/failed?invoiceID=${invoiceID}&action=pay-again`,
    paymentReceipt: `/payment/receipt?invoiceID=${invoiceID}&company=Acme`,
    account: '/account?action=log-out',
    login: '/login?step=email&email=boris@example.com&consent=1',
    referralProgram: '/referral-program?action=log-out&amount=30',
  }
  const others = ['/locale?to=ru', '/consent', '/dev/pay/x?decision=pay', '/healthz']
  const names = Object.keys(pageTable) as PageName[] // the keys of an object literal
  pathsWithCookies = [
    ...names.map((name) => paths[name] ?? href(defaultLocale, name as 'home')),
    ...others,
  ].flatMap((path) => [
    [path, ''],
    [path, cookie],
  ])
})

/** Every row of the shop, except the times at which sessions were used. */
async function contents(): Promise<string> {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'
      AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'd1%' AND name <> 'sessions' ORDER BY name`,
  )
  const all = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)))
  const sessions = await rows('SELECT id, token_hash, expires_at FROM sessions ORDER BY id')
  return JSON.stringify([tables, all.map(({ results }) => results), sessions])
}

it('changes nothing in the shop by GET or HEAD, and starts no session', async () => {
  const before = await contents()
  for (const method of ['GET', 'HEAD'])
    for (const [path, Cookie] of pathsWithCookies) {
      const response = await answer(
        new Request(origin + path, { method, redirect: 'manual', headers: { Cookie } }),
      )
      expect(response.status, path).toBeLessThan(500)
      for (const line of response.headers.getSetCookie())
        expect(line, path).not.toMatch(/^[^=]*(ession|oken)[^=]*=[^;]/)
    }
  expect(await contents()).toBe(before)
  // The session is still valid, and signing out changes the contents.
  const [, Cookie = ''] = pathsWithCookies.at(-1) ?? []
  const page = await visit('/account', { headers: { Cookie } })
  expect(page.status).toBe(200)
  await visit('/account', { headers: { Cookie }, form: { action: 'log-out' } })
  expect(await contents()).not.toBe(before)
})

it('returns 404 or 405 for other methods of pages', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    for (const path of ['/', '/contacts', '/esim-order?tariffID=tr-10']) {
      const { status } = await visit(path, { method, headers: { Origin: origin } })
      expect([404, 405], `${method} ${path}`).toContain(status)
    }
})

it.each(
  ['.git/HEAD', '.env', '.dev.vars', 'wrangler.toml', 'package.json', 'src/worker.ts'].concat(
    'assets content uploads screenshots .well-known'.split(' '),
  ),
)('has no file or folder /%s', async (path) => {
  expect((await visit(`/${path}`)).status).toBe(404)
})
