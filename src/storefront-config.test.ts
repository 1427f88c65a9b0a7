import { expect, it } from 'vitest'
import { parseConfig } from './storefront-settings.ts'

const validSettings = {
  SITE_ORIGIN: 'https://shop.example',
  BRAND_NAME: 'Meridian',
  LEGAL_NAME: 'Meridian Ltd',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
}

it('parses the settings and reads empty settings as null', () => {
  expect(parseConfig({ ...validSettings, API_BASE_URL: '', VK_URL: '' })).toMatchObject({
    API_BASE_URL: null,
    VK_URL: null,
    DEV_TOOLS: false,
    CURRENCIES: ['USD', 'RUB'],
  })
  expect(parseConfig({ ...validSettings, CURRENCIES: 'EUR JPY USD' }).CURRENCIES).toEqual([
    'EUR',
    'JPY',
    'USD',
  ])
})

it.each([
  ['SITE_ORIGIN', 'https://shop.example/path'],
  ['API_BASE_URL', 'ftp://api.example'],
  ['ROOT_REDIRECT', '//elsewhere.example'],
  ['ROOT_REDIRECT', '/en'],
  ['ROOT_REDIRECT', '/ru/esim'],
  ['ROOT_REDIRECT', '/esim?sort=days'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['BRAND_NAME', ''],
  ['APP_STORE_URL', 'http://plain.example'],
  ['DEV_TOOLS', 'yes'],
  ['ANALYTICS_URL', 'http://plain.example'],
  ['TURNSTILE_VERIFY_URL', 'http://plain.example'],
  ['TURNSTILE_SECRET', 'without-a-key'],
  ['LANGUAGES', 'ru'],
  ['LANGUAGES', 'en,ru'],
  ['LANGUAGES', 'en fr'],
  ['CURRENCIES', ''],
  ['CURRENCIES', 'usd'],
  ['CURRENCIES', 'USD,RUB'],
  ['CURRENCIES', 'USD ABC'],
  ['CURRENCIES', 'USD RUB USD'],
])('rejects the setting %s with the value %s', (name, value) => {
  expect(() => parseConfig({ ...validSettings, [name]: value })).toThrow(new RegExp(`${name}: `))
})
