import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApi } from './stub-api.ts'
import { createVisitor, customerForm, partnerForm } from './visitor.ts'

let api: Awaited<ReturnType<typeof startApi>>
let visitor: ReturnType<typeof createVisitor>

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api = await startApi()
  visitor = createVisitor(api.origin)
})
afterEach(() => api.close())

/**
 * Only the main element, because the language switch outside it links to the page's own address.
 */
function mainOf(html: string): string {
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}

const unsafeTargets = [
  '//x',
  '/\\x',
  '/%2f%2fx',
  '/%2F%5Cx',
  '/\t/x',
  '/%09/x',
  'javascript:alert(1)',
  'https://x.example',
  'https:/x',
  '\\\\x',
  `/${'a'.repeat(512)}`,
  '/a\r\nSet-Cookie: a=b',
  '/%0d%0aSet-Cookie:a=b',
  '/кафе',
  '/\u2028/x',
  '/@x.example/#a',
  'account',
  '',
]
const safeTargets = [
  '/esim/countries/tr?traffic=5&page=2',
  '/ru/account?page=3',
  `/esim-instruction?hash=${'a'.repeat(43)}`,
  `/${'a'.repeat(511)}`,
]

describe.each([
  ['/login', '/account'],
  ['/register', '/account'],
  ['/ru/register', '/ru/account'],
  ['/login?as=partner', '/referral-program'],
])('a sign-in at %s', (page, ownPage) => {
  const isPartner = page.includes('as=partner')
  const form = isPartner ? partnerForm : customerForm
  const pathWith = (redirect: string) =>
    `${page}${page.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(redirect)}`

  it.each(unsafeTargets)('does not redirect to %j', async (redirect) => {
    const { html } = await visitor.open(pathWith(redirect))
    expect(html.includes(`action="${page}"`)).toBe(true)
    expect(mainOf(html).includes('redirect=')).toBe(false)
    expect(await visitor.redirectOf(pathWith(redirect), form)).toEqual([303, ownPage])
    expect(await visitor.redirectOf(pathWith(redirect))).toEqual([303, ownPage])
  })

  it.each(safeTargets)('redirects to %s with its query', async (redirect) => {
    const { html } = await visitor.open(pathWith(redirect))
    expect(mainOf(html).includes(new URLSearchParams({ redirect }).toString())).toBe(true)
    expect(await visitor.redirectOf(pathWith(redirect), form)).toEqual([303, redirect])
    expect(await visitor.redirectOf(pathWith(redirect))).toEqual([303, redirect])
  })
})
