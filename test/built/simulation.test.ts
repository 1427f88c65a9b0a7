import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/test/local-server.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { startServer } from '../fixtures/start-server.ts'

let server: Awaited<ReturnType<typeof startServer>>
let origin: string

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  const args = ['scripts/start/serve.ts', '--port', port, '--simulate']
  server = await startServer(args, 'tariffID=')
}, 180_000)
afterAll(async () => server.stop())

it.each([
  ['a supplier’s plan', 'card-usd', 'Simulated Stripe'],
  ['th-ais-5gb-15d', 'card-rub', 'Simulated YooKassa'],
])(
  'plays the purchase of %s: payment page, webhook and eSIM',
  async (...names) => {
    const [name, paymentOption, title] = names
    const tariffID = /tariffID=([\w-]+)/.exec(server.output)?.[1]
    const path = `/esim-order?tariffID=${name.includes(' ') ? tariffID : name}`
    const order = { email: 'ann@example.com', consent: '1', idempotencyKey: secretID() }
    const ordered = await fetch(origin + path, {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({ ...order, paymentOption }),
      redirect: 'manual',
    })
    const page = ordered.headers.get('Location') ?? ''
    expect(await (await fetch(page)).text()).toContain(title)
    const paid = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'pay' }),
    })
    expect(paid.url).toContain(`${origin}/payment/success`)
    await expect
      .poll(async () => (await fetch(paid.url)).text(), { timeout: 30_000, interval: 500 })
      .toMatch(/\/esim-instruction\?hash=/)
  },
  60_000,
)
