import type { Supplier } from '../../src/supply/supplier.ts'
import { simulatedSecret, simulateSupplier } from '../fixtures/simulated-supplier.ts'
import type { SimulatedSupplier } from '../fixtures/simulated-supplier.ts'
import { simulatedFaults } from '../fixtures/supplier-faults.ts'
import type { World } from './world.ts'

export type Supply = ReturnType<typeof openSupply>

const faultyCalls = ['order', 'find', 'fetch', 'cancel', 'balance'] as const
const topUp = { code: 'more', title: '1 GB', trafficMb: 1024, validityDays: 7 } as const
const offer = { ...topUp, cost: { minor: 300, currency: 'USD' }, minimumPrice: null } as const

/** Opens the accounts of the shop at its suppliers. They are the truth about profiles. */
export function openSupply(world: World) {
  const { random, machine } = world
  const partners = ['north', 'south'].map((id, index) =>
    simulateSupplier(id, {
      faultsOf: Object.fromEntries(faultyCalls.map((call) => [call, faultsOf(call)])),
      isOrderIdempotent: random.chance(0.5),
      canFindOrders: random.chance(0.7),
      callsPerMinute: random.pick([12, 60, 6000]),
      prefix: `895${index}`,
      topUps: [offer],
    }),
  )

  /** The faults of the calls of one kind, in order. */
  function faultsOf(call: (typeof faultyCalls)[number]) {
    const [first, ...rest] = simulatedFaults[call].filter((fault) => fault !== 'late')
    return Array.from({ length: 60 }, () =>
      first && world.fails(0.15) ? random.pick([first, ...rest]) : null,
    )
  }

  /** Takes the turn of a worker before a call, and sometimes answers late. */
  function slow<Input extends unknown[], Output>(
    what: string,
    call: (...input: Input) => Promise<Output>,
  ) {
    return async (...input: Input): Promise<Output> => {
      await machine.turn()
      try {
        const answer = await call(...input)
        world.tell(`${what}: ${JSON.stringify(answer)}`)
        return answer
      } catch (error) {
        world.tell(`${what} fails: ${String(error)}`)
        throw error
      } finally {
        if (world.fails(0.06)) await machine.beLate()
      }
    }
  }

  /** A webhook about an order, which anybody can forge, arrives at any time. */
  function report(id: string, reference: string): void {
    const isForged = world.fails(0.2)
    const headers = { Authorization: isForged ? 'a guess' : simulatedSecret }
    const body = JSON.stringify({ references: [reference] })
    const run = async () => {
      const url = `https://shop.example/callbacks/supplier/${id}`
      const { status } = await world.post(new Request(url, { method: 'POST', headers, body }))
      const expected = isForged ? 401 : 200
      if (status !== expected) throw new Error(`A webhook of ${id} got ${status}`)
    }
    world.after(random.int(60), { name: `webhook of ${id}`, run })
  }

  const port = (partner: SimulatedSupplier): Supplier => ({
    ...partner,
    order: slow(`${partner.id} gets an order`, async (...input) => {
      const answer = await partner.order(...input)
      if (random.chance(0.2)) report(partner.id, `${partner.id}-${1 + random.int(9)}`)
      return answer
    }),
    topUp: slow(`${partner.id} gets a top-up`, partner.topUp),
    find: slow(`${partner.id} searches`, partner.find),
    fetch: slow(`${partner.id} sends a profile`, partner.fetch),
    cancel: slow(`${partner.id} takes a profile back`, partner.cancel),
    balance: slow(`${partner.id} tells the balance`, partner.balance),
    topUps: slow(`${partner.id} lists top-ups`, partner.topUps),
    usage: slow(`${partner.id} measures`, partner.usage),
  })
  return { partners, suppliers: partners.map(port) }
}
