import { expect, it } from 'vitest'
import { backendConfig } from './settings.ts'
import { paymentOrigins } from './payments/settings.ts'

const good = {
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

it('reads the currencies, the base currency first', () => {
  expect(backendConfig(good).CURRENCIES).toEqual(['USD', 'RUB'])
  expect(backendConfig({ ...good, CURRENCIES: 'EUR USD' }).CURRENCIES).toEqual(['EUR', 'USD'])
})

it('requires the currency in which partners are paid, unless there are no rewards', () => {
  const euroShop = { ...good, CURRENCIES: 'EUR JPY' }
  expect(() => backendConfig(euroShop)).toThrow('CURRENCIES: must have USD')
  expect(backendConfig({ ...euroShop, REWARD_PERCENT: '0' }).CURRENCIES).toEqual(['EUR', 'JPY'])
})

it.each(['INVOICE_HOURS', 'AUTO_REFUND_HOURS'])('names the valid values of %s', (name) => {
  for (const value of ['0', '721', '1.5', 'a day'])
    expect(() => backendConfig({ ...good, [name]: value })).toThrow(
      `${name}: must be a whole number of hours from 1 to 720`,
    )
})

it('requires a payment provider with its settings', () => {
  const { PAYMENT_PROVIDERS, GENERIC_PAYMENT_URL, PAYMENT_SECRET, ...none } = good
  expect(() => backendConfig(none)).toThrow('PAYMENT_PROVIDERS: must name payment providers')
  expect(() => backendConfig({ ...good, PAYMENT_PROVIDERS: 'acme' })).toThrow('PAYMENT_PROVIDERS')
  expect(() => backendConfig({ ...none, PAYMENT_PROVIDERS })).toThrow(
    /PAYMENT_SECRET[^]*GENERIC_PAYMENT_URL/,
  )
  for (const url of [
    'https://pay.example',
    'https://pay.example/{reference}/{sum}',
    'pay/{reference}',
  ])
    expect(() => backendConfig({ ...good, GENERIC_PAYMENT_URL: url })).toThrow(
      'GENERIC_PAYMENT_URL: must be a payment page',
    )
  expect(backendConfig(good)).toMatchObject({ GENERIC_PAYMENT_URL, PAYMENT_SECRET })
})

it('uses the test provider in development only', () => {
  const { PAYMENT_PROVIDERS: _, ...none } = good
  expect(backendConfig({ ...none, DEV_TOOLS: '1' }).PAYMENT_PROVIDERS).toEqual(['test'])
  expect(() => backendConfig({ ...good, PAYMENT_PROVIDERS: 'generic, test' })).toThrow(
    'must not have test',
  )
})

it('starts a preview without a payment provider', () => {
  const { PAYMENT_SECRET: _, GENERIC_PAYMENT_URL: __, ...none } = good
  const preview = { ...none, PAYMENT_PROVIDERS: 'none' }
  expect(backendConfig(preview).PAYMENT_PROVIDERS).toEqual([])
  expect(() => backendConfig({ ...good, PAYMENT_PROVIDERS: 'none,generic' })).toThrow(
    'PAYMENT_PROVIDERS: must not have none and a provider',
  )
})

it('requires Stripe’s secrets when it is listed', () => {
  const listed = { ...good, PAYMENT_PROVIDERS: 'stripe' }
  const secrets = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
  expect(() => backendConfig(listed)).toThrow(/STRIPE_SECRET_KEY[^]*STRIPE_WEBHOOK_SECRET/)
  const publishable = { ...listed, ...secrets, STRIPE_SECRET_KEY: 'pk_live_abc' }
  expect(() => backendConfig(publishable)).toThrow('STRIPE_SECRET_KEY: must be a secret')
  expect(backendConfig({ ...listed, ...secrets })).toMatchObject({ STRIPE_CURRENCIES: null })
})

it('requires YooKassa’s settings when it is listed', () => {
  const shop = { ...good, PAYMENT_PROVIDERS: 'yookassa' }
  const settings = {
    CURRENCIES: 'RUB',
    REWARD_PERCENT: '0',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'live_secret_key',
  }
  const parse = (change: object) => () => backendConfig({ ...shop, ...settings, ...change })
  expect(() => backendConfig(shop)).toThrow(/YOOKASSA_SHOP_ID[^]*YOOKASSA_SECRET_KEY/)
  expect(parse({ CURRENCIES: 'USD' })).toThrow('CURRENCIES: must have RUB')
  expect(parse({ YOOKASSA_VAT_CODE: '13' })).toThrow('YOOKASSA_VAT_CODE: must be a code')
  expect(parse({ YOOKASSA_TAX_SYSTEM_CODE: '1' })).toThrow('YOOKASSA_VAT_CODE: must be set')
  expect(parse({})()).toMatchObject({ YOOKASSA_VAT_CODE: null })
  const codes = { YOOKASSA_VAT_CODE: '1', YOOKASSA_TAX_SYSTEM_CODE: '' }
  expect(parse(codes)()).toMatchObject({ YOOKASSA_VAT_CODE: 1, YOOKASSA_TAX_SYSTEM_CODE: null })
})

it('requires the access code for eSIM Access when it is listed', () => {
  const shop = { ...good, SUPPLIERS: 'esim-access' }
  expect(() => backendConfig(shop)).toThrow('ESIM_ACCESS_CODE: must be the AccessCode')
  expect(backendConfig({ ...shop, ESIM_ACCESS_CODE: 'a1b2c3d4e5f60718' })).toMatchObject({
    SUPPLIERS: ['esim-access'],
    ESIM_ACCESS_SECRET_KEY: null,
  })
  expect(() => backendConfig({ ...good, SUPPLIERS: 'nobody' })).toThrow(/SUPPLIERS.*must name/)
})

it('requires the API key for eSIM Go when it is listed', () => {
  const shop = { ...good, SUPPLIERS: 'esim-go, esim-access', ESIM_ACCESS_CODE: 'a1b2c3d4e5f60718' }
  expect(() => backendConfig(shop)).toThrow('ESIM_GO_API_KEY: must be the API key')
  const key = 'api_key-of-the-organisation'
  expect(backendConfig({ ...shop, ESIM_GO_API_KEY: key })).toMatchObject({
    SUPPLIERS: ['esim-go', 'esim-access'],
  })
})

it('requires a provider for each currency', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
  const yookassa = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'live_secret_key' }
  const shop = { ...good, ...stripe, ...yookassa, CURRENCIES: 'USD EUR RUB' }
  const parse = (providers: string, currencies: string) => () =>
    backendConfig({ ...shop, PAYMENT_PROVIDERS: providers, STRIPE_CURRENCIES: currencies })
  expect(parse('yookassa', '')).toThrow(
    'CURRENCIES: must be charged by a provider of PAYMENT_PROVIDERS: none charges USD EUR',
  )
  expect(parse('stripe,yookassa', 'USD')).toThrow('none charges EUR')
  expect(parse('stripe,yookassa', 'USD EUR')().STRIPE_CURRENCIES).toEqual(['USD', 'EUR'])
  expect(parse('yookassa,generic', '')().PAYMENT_PROVIDERS).toEqual(['yookassa', 'generic'])
})

it('refuses test keys in production, unless the shop is a trial', () => {
  const keys = {
    stripe: { STRIPE_SECRET_KEY: 'rk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' },
    'yookassa,generic': { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'test_secret_key' },
  }
  for (const [providers, secrets] of Object.entries(keys)) {
    const shop = { ...good, ...secrets, PAYMENT_PROVIDERS: providers }
    expect(() => backendConfig(shop)).toThrow('SECRET_KEY: must be a live key')
    for (const setting of ['PAYMENT_TEST_KEYS', 'DEV_TOOLS'])
      expect(backendConfig({ ...shop, [setting]: '1' })).toMatchObject(secrets)
  }
})

it('returns the origins of payment pages', () => {
  const originsOf = (change: object) => paymentOrigins(backendConfig({ ...good, ...change }))
  expect(originsOf({})).toEqual(['https://pay.example'])
  expect(originsOf({ PAYMENT_PROVIDERS: 'test', DEV_TOOLS: '1' })).toEqual([])
  const both = {
    PAYMENT_PROVIDERS: 'stripe,yookassa',
    STRIPE_SECRET_KEY: 'sk_live_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_abc',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'live_secret_key',
  }
  expect(originsOf(both)).toEqual(['https://checkout.stripe.com', 'https://yoomoney.ru'])
})

it('requires Airalo’s settings when it is listed', () => {
  const shop = { ...good, SUPPLIERS: 'airalo' }
  const secrets = { AIRALO_CLIENT_ID: 'a1b2c3d4e5', AIRALO_CLIENT_SECRET: 'a1b2c3d4e5f6a7b8c9' }
  const parse = (change: object) => () => backendConfig({ ...shop, ...secrets, ...change })
  expect(() => backendConfig(shop)).toThrow(/AIRALO_CLIENT_ID[^]*AIRALO_CLIENT_SECRET/)
  expect(parse({ AIRALO_CLIENT_SECRET: 'a secret' })).toThrow('AIRALO_CLIENT_SECRET: must be')
  expect(parse({ AIRALO_ORDERS: 'later' })).toThrow('AIRALO_ORDERS: must be sync or async')
  expect(parse({})()).toMatchObject({ AIRALO_ORDERS: 'sync' })
})

it.each(['STRIPE', 'YOOKASSA', 'AIRALO', 'ESIM_ACCESS', 'ESIM_GO', 'RESEND', 'POSTMARK', 'TWILIO'])(
  'accepts %s_API_URL, a local server, in development only',
  (api) => {
    const local = { [`${api}_API_URL`]: 'http://localhost:9797' }
    expect(() => backendConfig({ ...good, ...local })).toThrow(`${api}_API_URL: must be empty`)
    expect(backendConfig({ ...good, ...local, DEV_TOOLS: '1' })).toMatchObject(local)
    expect(backendConfig(good)).toMatchObject({ [`${api}_API_URL`]: null })
  },
)

it('opens the payment pages of local servers', () => {
  const local = {
    ...good,
    DEV_TOOLS: '1',
    PAYMENT_PROVIDERS: 'stripe,yookassa',
    STRIPE_SECRET_KEY: 'sk_test_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_abc',
    STRIPE_API_URL: 'http://localhost:1',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_secret_key',
    YOOKASSA_API_URL: 'http://localhost:2',
  }
  expect(paymentOrigins(backendConfig(local))).toEqual(['http://localhost:1', 'http://localhost:2'])
})

it('requires different prefixes for receipts and credit notes', () => {
  expect(backendConfig(good)).toMatchObject({ RECEIPT_PREFIX: '', CREDIT_NOTE_PREFIX: 'C-' })
  for (const prefix of ['', 'A-']) {
    const same = { ...good, RECEIPT_PREFIX: prefix, CREDIT_NOTE_PREFIX: prefix }
    expect(() => backendConfig(same)).toThrow('CREDIT_NOTE_PREFIX: must differ from RECEIPT_PREFIX')
  }
  expect(() => backendConfig({ ...good, CREDIT_NOTE_PREFIX: 'C1' })).toThrow('CREDIT_NOTE_PREFIX')
})
