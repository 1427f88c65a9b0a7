import { beforeAll, expect, it } from 'vitest'
import { esimHash, pay, placeOrder, stockShop, run } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

beforeAll(async () => {
  await stockShop(5)
  await pay(await placeOrder())
  await run(
    `UPDATE places SET aliases = '{"an": "object"}'`,
    `UPDATE operators SET website = 'javascript:alert(1)', support_email = ''`,
    `UPDATE plans SET minutes = -1, sms = -1, unlimited_apps = '[1]', networks = '[{}]',
        fair_use_threshold_mb = -1, fair_use_speed_kbps = -1`,
  )
})

it.each([
  '/esim/countries',
  '/esim/countries/tr',
  '/esim/tariffs',
  '/esim/tariffs/tr-turkcell/tr-10',
  '/esim-order?tariffID=tr-10',
  '/',
])('shows %s without the invalid fields of its country, operator and plans', async (path) => {
  const html = await visitText(path)
  expect(html).toMatch(/Turkcell|Türkiye/)
  expect(html).not.toContain('javascript:')
})

it('shows the QR code of a plan with invalid fields', async () => {
  const hash = await esimHash()
  const html = await visitText(`/esim-instruction?hash=${hash}`)
  expect(html).toContain('LPA:1$')
})
