import { beforeAll, expect, it } from 'vitest'
import { stockShop } from '../support/small-shop.ts'
import { visit } from '../support/visit.ts'

beforeAll(() => stockShop(5))

it('sends a strict Content-Security-Policy with every status', async () => {
  for (const path of [
    '/',
    '/nope',
    '/en',
    '/healthz',
    '/esim-order?tariffID=none',
    '/dev/outbox',
    '/consent.css',
  ]) {
    const { headers } = await visit(path)
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).not.toContain('unsafe')
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
    expect(headers.get('Referrer-Policy'), path).toBeTruthy()
  }
})

it('rejects posts from another site for every content type', async () => {
  for (const headers of [
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
    { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
  ]) {
    for (const path of ['/locale', '/consent', '/esim-order?tariffID=tr-10', '/dev/pay/x']) {
      const response = await visit(path, { method: 'POST', body: '{}', headers })
      expect(response.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  }
})

it('does not expose the embedded API', async () => {
  for (const path of [
    '/web-esim-countries?lang=en',
    '/web-invoice?lang=en&invoiceID=x',
    '/callbacks',
  ]) {
    expect((await visit(path)).status).toBe(404)
  }
})

it('keeps a mistyped secret out of search engines and of the Referer header', async () => {
  for (const path of ['/esim-instruction?hash=x', '/payment/success?invoiceID=x']) {
    const { headers } = await visit(path)
    expect(headers.get('Referrer-Policy'), path).toBe('same-origin')
    expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
  }
})
