import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, expect, it, vi } from 'vitest'

const before = { ...env }
afterAll(() => Object.assign(env, before))

it('allows the order form to redirect to the providers’ pages without a setting', async () => {
  Object.assign(env, {
    PAYMENT_PROVIDERS: 'stripe,yookassa',
    PAYMENT_ORIGINS: 'https://pay.shop.example',
    STRIPE_SECRET_KEY: 'sk_test_shop',
    STRIPE_WEBHOOK_SECRET: 'whsec_shop',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_secret_key',
  })
  vi.resetModules()
  const { default: worker } = await import('../../src/worker.ts')
  const context = createExecutionContext()
  const response = await worker.fetch(new Request('http://localhost:8787/about'), env, context)
  await waitOnExecutionContext(context)
  expect(response.headers.get('Content-Security-Policy')).toContain(
    "form-action 'self' https://pay.shop.example https://checkout.stripe.com https://yoomoney.ru;",
  )
})
