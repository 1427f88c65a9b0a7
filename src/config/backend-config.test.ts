import { expect, it } from 'vitest'
import { backendConfig } from './backend-config.ts'

const good = {
  SITE_ORIGIN: 'https://shop.example',
  BRAND_NAME: 'Meridian',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
  PAYMENT_SECRET: 'a secret of the test run',
  CODE_PEPPER: 'a pepper of the test run',
}

it('reads the currencies, the base currency first', () => {
  expect(backendConfig(good).CURRENCIES).toEqual(['USD', 'RUB'])
  expect(backendConfig({ ...good, CURRENCIES: 'EUR USD' }).CURRENCIES).toEqual(['EUR', 'USD'])
})

it('needs the currency that partners are paid in, unless there are no rewards', () => {
  const euroShop = { ...good, CURRENCIES: 'EUR JPY' }
  expect(() => backendConfig(euroShop)).toThrow('CURRENCIES: must have USD')
  expect(backendConfig({ ...euroShop, REWARD_PERCENT: '0' }).CURRENCIES).toEqual(['EUR', 'JPY'])
})
