import { beforeAll, expect, it } from 'vitest'
import { stockShop } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'

beforeAll(() => stockShop(5))

it('stores a valid promo code and referral code for 30 days', async () => {
  const response = await visit('/esim/countries?promo=SUMMER-1&refid=abc_1')
  expect(response.headers.getSetCookie()).toEqual([
    'promocode=SUMMER-1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    'referralCode=abc_1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
  ])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  const pasted = await visit('/esim/countries?promo=SALE10.%20&refid=abc%20')
  expect(pasted.headers.getSetCookie().map((each) => each.split(';')[0])).toEqual([
    'promocode=SALE10',
    'referralCode=abc',
  ])
  expect(
    (await visit(`/esim/countries?promo=${'a'.repeat(65)}&refid=a%20b`)).headers.getSetCookie(),
  ).toEqual([])
})

it('binds sign-in codes to the browser by a cookie that no script can read', async () => {
  const [cookie = ''] = (await visit('/login')).headers.getSetCookie()
  expect(cookie).toMatch(
    /^esim\.signInNonce=[\w-]{43}; Max-Age=25920000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const [Cookie = ''] = cookie.split(';')
  expect(
    (await visit('/ru/login?as=partner', { headers: { Cookie } })).headers.getSetCookie(),
  ).toEqual([])
  const bad = { headers: { Cookie: 'esim.signInNonce=short' } }
  expect((await visit('/register', bad)).headers.getSetCookie()).toHaveLength(1)
})

it('hides the cookie banner with CSS once consent is stored', async () => {
  expect(await (await visit('/consent.css')).text()).toContain('display:flex')
  expect(
    await (await visit('/consent.css', { headers: { Cookie: 'cookieConsent=1' } })).text(),
  ).toBe('')
})

it('keeps the query of the page when a visitor without JavaScript accepts cookies', async () => {
  const accept = async (referer: string) => {
    const response = await visit('/consent', {
      headers: { Referer: referer },
      form: { to: '/esim/countries/tr?sort=-price' },
    })
    expect(response.headers.get('Set-Cookie')).toBe(
      'cookieConsent=1; Max-Age=31536000; Path=/; SameSite=Lax',
    )
    return response.headers.get('Location')
  }
  expect(await accept(`${origin}/esim/countries/tr?utm_source=mail&sort=-price`)).toBe(
    '/esim/countries/tr?utm_source=mail&sort=-price',
  )
  expect(await accept(`${origin}/about?utm_source=mail`)).toBe('/esim/countries/tr?sort=-price')
})

it('adds the promo code and the campaign parameters to the order form', async () => {
  const html = await (
    await visit('/esim-order?tariffID=tr-10&utm_source=mail&utm_other=x', {
      headers: { Cookie: 'promocode=SUMMER' },
    })
  ).text()
  expect(html).toContain('value="SUMMER"')
  expect(html).toContain('<input type="hidden" name="utm_source" value="mail"/>')
  expect(html).not.toContain('name="utm_other"')
})

it('keeps the campaign parameters through both steps of a sign-in', async () => {
  const field = '<input type="hidden" name="utm_source" value="mail"/>'
  for (const path of ['/register', '/ru/login?as=partner']) {
    const url = `${path}${path.includes('?') ? '&' : '?'}utm_source=mail&utm_other=x`
    const html = await (await visit(url)).text()
    expect(html).toContain(field)
    expect(html).not.toContain('name="utm_other"')
  }
  const sent = await visit('/register', {
    form: { step: 'send', email: 'anna@example.com', consent: '1', utm_source: 'mail' },
  })
  const html = await sent.text()
  expect(html).toContain('name="code"')
  expect(html).toContain(field)
})
