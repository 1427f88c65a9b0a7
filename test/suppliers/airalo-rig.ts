import { env } from 'cloudflare:workers'
import { createAiraloSupplier } from '../../src/supply/airalo.ts'
import type { AiraloSettings } from '../../src/supply/airalo-api.ts'
import { createAiraloServer } from './airalo-server.ts'
import type { SupplierRig } from './supplier-rig.ts'

type AiraloRig = SupplierRig & {
  readonly server: ReturnType<typeof createAiraloServer>
  readonly settings: AiraloSettings
  readonly clock: { now: Date }
}

const webhookURL = 'https://shop.example/callbacks/supplier/airalo'
/** Milliseconds until the shop aborts a request. */
const deadline = 30

export async function createAiraloRig({ isAsync = false } = {}): Promise<AiraloRig> {
  await env.DB.prepare('DELETE FROM suppliers').run()
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const now = () => clock.now
  const secrets = { clientID: 'client-of-test', clientSecret: 'a secret of the test run' }
  const server = createAiraloServer({ ...secrets, now })
  const { account } = server
  const settings = { ...secrets, webhookURL: isAsync ? webhookURL : null }
  const supplier = createAiraloSupplier(settings, {
    db: env.DB,
    now,
    fetch: async (request) => server.fetch(request, AbortSignal.timeout(deadline)),
  })
  return {
    server,
    settings,
    clock,
    supplier,
    // The shop fetches an asynchronous order from the list of orders.
    fail: (call, ...faults) =>
      server.faults.add(isAsync && call === 'fetch' ? 'find' : call, ...faults),
    planCode: 'merhaba-7days-1gb',
    refusing: {
      'plan-gone': () => 'no-longer-sold-7days-1gb',
      'out-of-stock': () => {
        account.soldOut.add('merhaba-7days-1gb')
        return 'merhaba-7days-1gb'
      },
      'out-of-balance': () => {
        account.balance = 100
        return 'merhaba-7days-1gb'
      },
      invalid: () => 'test-bad-request-7days-1gb',
    },
    holding: isAsync
      ? {
          get isOn() {
            return account.isHolding
          },
          set isOn(isOn) {
            account.isHolding = isOn
            if (!isOn) account.orders.forEach((order) => account.complete(order))
          },
        }
      : null,
    failLater: isAsync
      ? (reference) => {
          const order = account.orders.find(({ description }) => `key:${description}` === reference)
          if (order) account.failOrder(order)
        }
      : null,
    countSales: account.countSales,
    useData: (iccid, mb) => account.use(iccid, mb),
    growCatalogue: account.grow,
    webhooks: async () => server.webhooks(),
    async forgeries() {
      const genuine = { request_id: '3NhR3gKmqCWK7IWppurpD0000', description: 'a-key' }
      const signed = await server.sign(genuine)
      const body = JSON.stringify({ ...genuine, description: 'another-key' })
      return {
        'wrong secret': await server.sign(genuine, { secret: 'another secret' }),
        'changed body': new Request(webhookURL, { method: 'POST', body, headers: signed.headers }),
        'no signature': new Request(webhookURL, { method: 'POST', body }),
      }
    },
    malformedWebhooks: async () => ({ body: await server.sign({ hello: 'world' }) }),
    can: { find: true, cancel: true, topUp: true, announce: isAsync },
    breaches: () => server.breaches,
  }
}
