import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { wordsOf } from '../../src/locale/words.ts'
import { clearShop, placeOrder, stockShop } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'

it.each([
  ['/contacts', { topic: 'support' }],
  ['/login', { step: 'send' }],
  ['/login', { step: 'password' }],
  ['/login?as=partner', { step: 'send' }],
  ['/register', { step: 'send' }],
  ['/esim/check', { eid: '123' }],
])('says in the title that the form of %s has errors', async (path, fields) => {
  for (const locale of ['en', 'ru'] as const) {
    const url = locale === 'ru' ? `/ru${path}` : path
    const body = new URLSearchParams(fields)
    const response = await visit(url, { method: 'POST', body, headers: { Origin: origin } })
    expect(response.status, url).toBe(422)
    const [prefix = ''] = wordsOf(locale)('errors.titleOf', { title: '|' }).split('|')
    expect(await response.text()).toContain(`<title>${prefix}`)
  }
})

it('says in the title that a payment could not be repeated', async () => {
  await clearShop()
  await stockShop(1)
  const failed = `/payment/failed?invoiceID=${await placeOrder()}`
  await env.DB.exec('DELETE FROM stock WHERE invoice_id IS NULL')
  const response = await visit(failed, { method: 'POST', headers: { Origin: origin } })
  expect(response.status).toBe(409)
  const words = wordsOf('en')
  const title = words('errors.titleOf', { title: words('payment.failedTitle') })
  expect(await response.text()).toContain(`<title>${title}`)
})
