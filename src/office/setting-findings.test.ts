import { expect, it } from 'vitest'
import { sampleSettings } from '../../scripts/start/sample-settings.ts'
import { settingFindings } from './doctor-settings.ts'

const deployment = {
  ...sampleSettings,
  SITE_ORIGIN: 'https://shop.test',
  BRAND_NAME: 'Acme',
  LEGAL_NAME: 'Acme Ltd',
  SUPPORT_EMAIL: 'help@shop.test',
  PARTNERS_EMAIL: 'partners@shop.test',
  SUPPORT_PHONE: '',
  APP_STORE_URL: '',
  GOOGLE_PLAY_URL: '',
  TELEGRAM_URL: '',
  VK_URL: '',
  LINKEDIN_URL: '',
  MAIL_CARRIER: 'cloudflare',
  MAIL_FROM: 'orders@shop.test',
  SMS_CARRIER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_FROM: '+15017122661',
  TWILIO_AUTH_TOKEN: 'a token of the test run',
  ALERT_WEBHOOK_URL: 'https://chat.test/hook',
  PAYMENT_PROVIDERS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  CODE_PEPPER: 'a pepper of the test run',
}

it('returns no findings for a complete deployment', () => {
  expect(settingFindings(deployment)).toEqual([])
})

it.each([
  ['no payment provider', { PAYMENT_PROVIDERS: '' }, 'error', 'PAYMENT_PROVIDERS: must name'],
  ['a preview', { PAYMENT_PROVIDERS: 'none' }, 'error', 'PAYMENT_PROVIDERS is none: the shop is'],
  ['a missing secret', { CODE_PEPPER: undefined }, 'error', 'CODE_PEPPER: must be a secret'],
  [
    'a currency that no provider charges',
    { STRIPE_CURRENCIES: 'USD' },
    'error',
    'CURRENCIES: must be charged by a provider of PAYMENT_PROVIDERS: none charges EUR RUB',
  ],
  [
    'a test key',
    { STRIPE_SECRET_KEY: 'sk_test_abc' },
    'error',
    'STRIPE_SECRET_KEY: must be a live',
  ],
  ['development tools', { DEV_TOOLS: '1' }, 'error', 'DEV_TOOLS: must not be 1'],
  ['a local origin', { SITE_ORIGIN: 'http://localhost:8787' }, 'error', 'SITE_ORIGIN: must begin'],
  ['an invalid page setting', { ROOT_REDIRECT: '/en' }, 'error', 'ROOT_REDIRECT: '],
  ['a supplier without its key', { SUPPLIERS: 'esim-go' }, 'error', 'ESIM_GO_API_KEY: '],
  ['no mail', { MAIL_CARRIER: '' }, 'error', 'No carrier sends mail'],
  ['a carrier without its key', { MAIL_CARRIER: 'resend' }, 'error', 'RESEND_API_KEY: must be'],
  ['a carrier without its token', { TWILIO_AUTH_TOKEN: '' }, 'error', 'TWILIO_AUTH_TOKEN: '],
  ['no SMS', { SMS_CARRIER: '' }, 'warning', 'No carrier sends SMS'],
  [
    'no second channel for alerts',
    { ALERT_WEBHOOK_URL: '' },
    'warning',
    'Alerts are sent only by email',
  ],
  [
    'an address that nobody reads',
    { SUPPORT_EMAIL: 'help@shop.example' },
    'error',
    'SUPPORT_EMAIL is still',
  ],
  [
    'an earlier secret',
    { RESEND_WEBHOOK_SECRET_OLD: `whsec_${'a'.repeat(32)}` },
    'warning',
    'The shop still accepts the earlier secret RESEND_WEBHOOK_SECRET_OLD',
  ],
  ['the sample brand', { BRAND_NAME: 'Meridian' }, 'warning', 'BRAND_NAME is still'],
])('reports %s', (_, change, level, problem) => {
  const findings = settingFindings({ ...deployment, ...change })
  expect(findings).toContainEqual(
    expect.objectContaining({
      level,
      problem: expect.stringContaining(problem),
      remedy: expect.stringMatching(/\w/),
    }),
  )
})

it('reports other problems of the backend together with a missing pepper', () => {
  const findings = settingFindings({
    ...deployment,
    CODE_PEPPER: undefined,
    PAYMENT_PROVIDERS: '',
  })
  expect(findings.map(({ problem }) => problem.split(':')[0])).toEqual([
    'CODE_PEPPER',
    'PAYMENT_PROVIDERS',
  ])
})

it('accepts uploaded secrets', () => {
  const { CODE_PEPPER: _, STRIPE_SECRET_KEY: __, ALERT_WEBHOOK_URL: ___, ...settings } = deployment
  const uploaded = new Set(['CODE_PEPPER', 'STRIPE_SECRET_KEY', 'ALERT_WEBHOOK_URL'])
  expect(settingFindings(settings, uploaded)).toEqual([])
})

it('ignores backend settings when the API is on another server', () => {
  const { CODE_PEPPER: _, ...without } = { ...deployment, API_BASE_URL: 'https://api.test' }
  const settings = { ...without, PAYMENT_PROVIDERS: '', MAIL_CARRIER: '' }
  expect(settingFindings(settings)).toEqual([])
})
