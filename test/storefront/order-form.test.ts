import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { createBackend } from '../../src/backend.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { rows, openShop, run } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

beforeEach(async () => {
  await openShop(1)
  vi.spyOn(console, 'error').mockReturnValue()
})

it('sends the plan before the styles of the form, and the props of the form after it', async () => {
  const html = await (await visit('/esim-order?tariffID=tr-10')).text()
  const order = ['<h1>Türkiye', 'class="price"', 'id="form-styles"', '<form', '"texts":{']
  const at = order.map((part) => html.indexOf(part, html.indexOf('<main')))
  expect(at).not.toContain(-1)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
})

/** A shop whose payment providers all fail. */
const backend = createBackend({
  providers: (config, dependencies) =>
    paymentProviders(config, dependencies).map((provider) => ({
      ...provider,
      start: async () => {
        throw new PaymentProviderError(provider.id, 'refused', 'on purpose')
      },
    })),
})

async function ask(request: Request): Promise<Response> {
  const context = createExecutionContext()
  const response = await backend.fetch(request, env, context)
  await waitOnExecutionContext(context)
  return response
}

it.each(['en', 'ru'] as const)(
  'keeps all typed values in %s when no payment can be started',
  async (locale) => {
    await run(`INSERT INTO promo_codes (code, percent_hundredths, created_at)
      VALUES ('TEN', 1000, '2026-11-01')`)
    const idempotencyKey = secretID()
    const path = href(locale, 'order', null, { tariffID: 'tr-10' })
    const response = await visitWithApi(path, ask, {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({
        email: 'anna@example.com',
        paymentOption: 'card-rub',
        promocode: 'ten',
        'total-card-rub': '103500',
        consent: '1',
        idempotencyKey,
        utm_source: 'mail',
      }),
    })
    expect(response.status).toBe(503)
    const html = (await response.text()).replaceAll('\u00A0', ' ')
    expect(html).toContain(wordsOf(locale)('api.paymentUnavailable').replaceAll('\u00A0', ' '))
    const fieldOf = (name: string, value: string) =>
      [...html.matchAll(/<input[^>]*>/g)]
        .map(([field]) => field)
        .find((field) => field.includes(`name="${name}"`) && field.includes(`value="${value}"`))
    expect(fieldOf('email', 'anna@example.com')).toBeDefined()
    expect(fieldOf('promocode', 'ten')).toBeDefined()
    expect(fieldOf('paymentOption', 'card-rub')).toContain('checked')
    expect(fieldOf('paymentOption', 'card-usd')).not.toContain('checked')
    expect(fieldOf('consent', '1')).toContain('checked')
    expect(fieldOf('idempotencyKey', idempotencyKey)).toBeDefined()
    expect(fieldOf('utm_source', 'mail')).toBeDefined()
    for (const table of ['orders', 'order_lines', 'payments', 'promo_uses'])
      expect(await rows(`SELECT 1 FROM ${table}`)).toEqual([])
  },
)

it.each(['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'])(
  'accepts an order of %s, whose domain has Cyrillic letters',
  async (email) => {
    const response = await visit(href('ru', 'order', null, { tariffID: 'tr-10' }), {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({
        email,
        paymentOption: 'card-rub',
        giftEmail: 'olga@пример.рф',
        consent: '1',
        idempotencyKey: secretID(),
      }),
    })
    expect(response.status).toBe(303)
    expect(await rows('SELECT email FROM orders')).toEqual([
      { email: 'anna@xn--e1afmkfd.xn--p1ai' },
    ])
    expect(await rows('SELECT recipient FROM order_lines')).toEqual([
      { recipient: 'olga@xn--e1afmkfd.xn--p1ai' },
    ])
  },
)
