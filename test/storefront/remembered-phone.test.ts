import { beforeEach, describe, expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { api, esimHash, orderOf, pay, rows, openShop } from '../support/small-shop.ts'
import { officePage } from '../support/visit-office.ts'
import { visit, visitText, orderForm } from '../support/visit.ts'

beforeEach(async () => openShop(2))

async function order(phone: string): Promise<string> {
  const ordered = await visit(`/esim-order?tariffID=tr-10&phone=${phone}`, {
    form: orderForm(),
  })
  expect(ordered.status).toBe(303)
  const [invoice] = await rows<{ id: string }>('SELECT id FROM orders')
  return invoice?.id ?? ''
}

async function instructionPath(locale: 'en' | 'ru', invoiceID: string): Promise<string> {
  await pay(invoiceID)
  const hash = await esimHash()
  return `${locale === 'ru' ? '/ru' : ''}/esim-instruction?hash=${hash}`
}

it.each(['en', 'ru'] as const)(
  'shows in %s a compatible phone on the form, on the eSIM’s page and to staff',
  async (locale) => {
    const fits = wordsOf(locale)('tariff.checkPhoneDone', { phone: 'iPhone 12' })
    const prefix = locale === 'ru' ? '/ru' : ''
    const form = await visitText(`${prefix}/esim-order?tariffID=tr-10&phone=apple-iphone-12`)
    expect(form).toContain(`<p class="fits">${fits}</p>`)
    const invoiceID = await order('apple-iphone-12')
    const path = await instructionPath(locale, invoiceID)
    expect(await visitText(path)).toContain(fits)
    const office = await officePage('support', `/admin/order?id=${invoiceID}`)
    expect(office).toContain('apple-iphone-12')
  },
)

it.each([
  ['a model that is not in the list', 'nokia-3310'],
  ['a model without eSIM', 'apple-iphone-8'],
  ['a tablet that has an eSIM in only one version', 'apple-ipad-8th-generation'],
  ['a value that is too long', 'x'.repeat(61)],
])('stores nothing for %s', async (_, phone) => {
  await order(phone)
  expect(await rows('SELECT phone_model FROM orders')).toEqual([{ phone_model: null }])
})

it('shows no phone on a gift’s page, which is for another phone', async () => {
  const { tariffID, ...buyer } = orderOf()
  const gift = { tariffID, recipient: 'bella@example.com' }
  const input = { ...buyer, lines: [gift], phoneModel: 'apple-iphone-12' }
  const started = await api().activation(input)
  if (!started.ok) throw new Error('the order was refused')
  const path = await instructionPath('en', started.value.data.invoiceID)
  expect(await visitText(path)).not.toContain('iPhone 12')
})

type Init = NonNullable<Parameters<typeof visit>[1]>

async function checkCookies(query: string, init: Init = {}): Promise<string[]> {
  return (await visit(`/esim/check${query}`, init)).headers.getSetCookie()
}

it.each(['en', 'ru'] as const)(
  'starts the next order in %s with the checked phone, even through the catalogue',
  async (locale) => {
    const [cookie = ''] = await checkCookies('?search_string=iphone+12')
    expect(cookie).toBe('phone=apple-iphone-12; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax')
    const [Cookie = ''] = cookie.split(';')
    const path = `${locale === 'ru' ? '/ru' : ''}/esim-order?tariffID=tr-10`
    const form = await (await visit(path, { headers: { Cookie } })).text()
    expect(form).toContain(wordsOf(locale)('tariff.checkPhoneDone', { phone: 'iPhone 12' }))
    expect(form).toContain(`action="${path}&amp;phone=apple-iphone-12"`)
  },
)

it('serves the same catalogue pages to a visitor with a compatible phone', async () => {
  const path = '/esim/tariffs/tr-turkcell/tr-10'
  const known = await visit(path, { headers: { Cookie: 'phone=apple-iphone-12' } })
  expect(await known.text()).toBe(await visitText(path))
})

it('remembers that an EID was checked, but not its digits', async () => {
  const form = { eid: '89049032123451234512345678901235' }
  expect(await checkCookies('', { form })).toEqual([
    'phone=eid; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
  ])
})

it.each([
  ['does not fit', '?search_string=iphone+8'],
  ['may not fit', '?search_string=iphone+12&model=apple-iphone-12&lock=locked'],
])('forgets the phone when the next phone %s', async (_, query) => {
  const known = { headers: { Cookie: 'phone=apple-iphone-12' } }
  expect(await checkCookies(query, known)).toEqual(['phone=; Max-Age=0; Path=/'])
  expect(await checkCookies(query)).toEqual([])
})

describe('a phone recognised by its request', () => {
  const seen = { 'Sec-CH-UA-Model': '"Pixel 8"' }

  it('is remembered when no phone was entered before', async () => {
    const [cookie = ''] = await checkCookies('', { headers: seen })
    expect(cookie).toMatch(/^phone=google-pixel-8;/)
  })

  it.each([
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Mode': 'navigate' },
    { 'Sec-Fetch-Mode': 'cors' },
  ])('is not remembered when nobody opens the page: %j', async (headers) => {
    expect(await checkCookies('', { headers: { ...seen, ...headers } })).toEqual([])
  })

  it('is remembered when the page is opened', async () => {
    const headers = { ...seen, 'Sec-Fetch-Mode': 'navigate' }
    expect(await checkCookies('', { headers })).toHaveLength(1)
  })

  it.each(['eid', 'apple-iphone-12'])('does not replace the stored phone %s', async (phone) => {
    const headers = { ...seen, Cookie: `phone=${phone}` }
    expect(await checkCookies('', { headers })).toEqual([])
    expect(await checkCookies('?tariffID=tr-10', { headers })).toEqual([])
  })

  it('replaces the stored phone when the visitor enters another phone', async () => {
    const headers = { ...seen, Cookie: 'phone=eid' }
    const [cookie = ''] = await checkCookies('?model=google-pixel-8', { headers })
    expect(cookie).toMatch(/^phone=google-pixel-8;/)
  })
})

it.each([
  ['"Android"', 'Sec-CH-UA-Model'],
  ['"Windows"', null],
  ['"macOS"', null],
  [undefined, null],
])('requests from the platform %s the hint %s', async (platform, hint) => {
  const headers = platform === undefined ? {} : { 'Sec-CH-UA-Platform': platform }
  const check = await visit('/esim/check', { headers })
  expect(check.headers.get('Accept-CH')).toBe(hint)
  expect(check.headers.get('Critical-CH')).toBe(hint)
  expect(check.headers.get('Cache-Control')).toBe('private, no-cache')
})

it('ignores a cookie whose phone is not in the list', async () => {
  for (const value of ['nokia-3310', 'x'.repeat(61), '%3Cscript%3E']) {
    const headers = { Cookie: `phone=${value}` }
    const form = await (await visit('/esim-order?tariffID=tr-10', { headers })).text()
    expect(form).toContain('action="/esim-order?tariffID=tr-10"')
  }
})
