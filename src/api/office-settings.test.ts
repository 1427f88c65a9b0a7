import { expect, it } from 'vitest'
import { backendConfig } from '../settings.ts'
import { hasBackOffice, roleOf } from './office-settings.ts'

const shop = {
  SITE_ORIGIN: 'https://shop.example',
  BRAND_NAME: 'Meridian',
  LEGAL_NAME: 'Meridian Sample Ltd',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
  PAYMENT_PROVIDERS: 'generic',
  GENERIC_PAYMENT_URL: 'https://pay.example/{reference}',
  PAYMENT_SECRET: 'a secret of the test run',
  CODE_PEPPER: 'a pepper of the test run',
}
const office = {
  ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com',
  ACCESS_AUD: '0'.repeat(64),
  ADMIN_OWNERS: 'olga@shop.example',
  ADMIN_MONEY: 'mark@shop.example  maria@shop.example',
}

it('has no back office unless it is configured', () => {
  expect(hasBackOffice(backendConfig(shop))).toBe(false)
  expect(hasBackOffice(backendConfig({ ...shop, ...office }))).toBe(true)
})

it('returns the role of the list that contains the address', () => {
  const config = backendConfig({ ...shop, ...office, ADMIN_SUPPORT: 'Sara@shop.example' })
  expect(roleOf('olga@shop.example', config)).toBe('owner')
  expect(roleOf('maria@shop.example', config)).toBe('money')
  expect(roleOf('sara@shop.example', config)).toBe('support')
  expect(roleOf('eve@shop.example', config)).toBeNull()
})

it.each([
  ['ACCESS_TEAM_DOMAIN', { ACCESS_TEAM_DOMAIN: '' }],
  ['ACCESS_TEAM_DOMAIN', { ACCESS_TEAM_DOMAIN: 'http://shop.cloudflareaccess.com' }],
  ['ACCESS_TEAM_DOMAIN', { ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com/' }],
  ['ACCESS_TEAM_DOMAIN', { ACCESS_TEAM_DOMAIN: 'shop.cloudflareaccess.com' }],
  ['ACCESS_AUD', { ACCESS_AUD: '' }],
  ['ACCESS_AUD', { ACCESS_AUD: 'short' }],
  ['ADMIN_OWNERS', { ADMIN_OWNERS: '' }],
  ['ADMIN_OWNERS', { ADMIN_SUPPORT: 'Olga@shop.example' }],
  ['ADMIN_MONEY', { ADMIN_MONEY: 'mark' }],
  ['ADMIN_LOCAL_SECRET', { ADMIN_LOCAL_SECRET: 'a-secret-of-development' }],
])('reports %s when the settings contradict each other: %o', (name, change) => {
  expect(() => backendConfig({ ...shop, ...office, ...change })).toThrow(
    new RegExp(`${name}[.\\d]*: must`),
  )
})
