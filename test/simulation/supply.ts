import { createAiraloServer } from '../suppliers/airalo-server.ts'
import { EsimAccessServer } from '../suppliers/esim-access-server.ts'
import { EsimGoServer } from '../suppliers/esim-go-server.ts'
import { secrets } from './world.ts'
import type { World } from './world.ts'

/** A profile or top-up that the shop has bought. eSIM Go’s orders do not contain the shop’s key. */
export type Sale = {
  readonly supplier: SupplierID
  readonly key: string | null
  readonly reference: string
  readonly kind: 'plan' | 'top-up'
  readonly iccid: string | null
  readonly code: string
  readonly is_returned: boolean
}
export type Supply = ReturnType<typeof openSupply>
export const supplierIDs = ['airalo', 'esim-access', 'esim-go'] as const
type SupplierID = (typeof supplierIDs)[number]
/** The plans that the suppliers sell, which have the same codes everywhere. */
const codes = ['large', 'rare', 'bought'] as const
type Offer = { readonly code: string; cents: number; isGone: boolean }

/** Opens the accounts of the shop at its suppliers. They are the truth about profiles. */
export function openSupply(world: World) {
  const { random, now, later } = world
  const airalo = createAiraloServer({ ...secrets.airalo, now })
  const access = new EsimAccessServer({ ...secrets.esimAccess, now })
  const go = new EsimGoServer(secrets.esimGo, now)
  const { organisation } = go
  access.account.refusesDuplicates = random.chance(0.5)
  const offers = Object.fromEntries(
    supplierIDs.map((id, index) => [
      id,
      codes.map((code): Offer => ({ code, cents: 420 + 10 * index, isGone: false })),
    ]),
  )
  const known = new Set<unknown>()
  print()
  pay(random.pick([20, 500]))

  world.serve('partners-api.airalo.com', async (request) => {
    airalo.account.isHolding = world.fails(0.2)
    const answer = await unseen(airalo.account.orders, request, async () => airalo.fetch(request))
    for (const order of newOf(airalo.account.orders))
      later(90, 'Airalo prepares an eSIM', () => {
        if (order.status === 'pending' && world.fails(0.3)) airalo.account.failOrder(order)
        else airalo.account.complete(order)
        void announce()
      })
    await announce()
    return answer
  })
  world.serve('api.esimaccess.com', async (request) => {
    access.account.isSlow = world.fails(0.2)
    const { profiles } = access.account
    const answer = await unseen(profiles, request, async () => access.fetch(request))
    for (const orderNo of newOf([...access.account.allocating]))
      later(90, 'eSIM Access allocates an eSIM', () => {
        if (!access.account.allocating.delete(orderNo) || world.fails(0.1)) return
        const body = JSON.stringify({ notifyType: 'ORDER_STATUS', content: { orderNo } })
        const headers = { 'CF-Connecting-IP': '54.254.74.88' }
        const url = 'https://shop.example/callbacks/supplier/esim-access'
        world.send(
          'eSIM Access',
          0,
          async () => new Request(url, { method: 'POST', headers, body }),
        )
      })
    return answer
  })
  world.serve('api.esim-go.com', async (request) => {
    organisation.isSlow = world.fails(0.2)
    const text = request.method === 'POST' ? await request.clone().text() : ''
    // A message that the shop does not know can mean anything.
    if (text.includes('transaction') && world.fails(0.05))
      organisation.refusals.push(random.pick(['out of stock', 'We are sorry']))
    const answer = await go.fetch(request)
    const isUnclear = text.includes('transaction') && world.fails(0.05)
    for (const reference of newOf([...organisation.processing]))
      later(30, 'eSIM Go assigns an eSIM', () => void organisation.processing.delete(reference))
    return isUnclear ? Response.json({ message: 'We are sorry' }, { status: 400 }) : answer
  })

  /** A search sometimes does not find the newest order yet. */
  async function unseen(orders: unknown[], request: Request, answer: () => Promise<Response>) {
    const isSearch =
      request.url.includes('orders?') || (await request.clone().text()).includes('startTime')
    const newest = isSearch && world.fails(0.2) ? orders.splice(-1) : []
    try {
      return await answer()
    } finally {
      orders.push(...newest)
    }
  }

  /** Returns the orders of which nobody knew yet. */
  function newOf<T>(orders: readonly T[]): T[] {
    const found = orders.filter((order) => !known.has(order))
    for (const order of found) known.add(order)
    return found
  }

  async function announce(): Promise<void> {
    for (const request of await airalo.webhooks())
      if (!world.fails(0.1)) world.send('Airalo', world.random.int(5), async () => request.clone())
  }

  /** Prints the price lists. */
  function print(): void {
    const listed = (id: SupplierID) => (offers[id] ?? []).filter(({ isGone }) => !isGone)
    const [turkish] = airalo.account.destinations
    const operator = turkish?.operators[0]
    if (!turkish || !operator) throw new Error('Airalo has no destination')
    const packages = listed('airalo').map(({ code, cents }) => {
      return { id: code, price: cents / 50, netPrice: cents / 100, amount: 1024, day: 30 }
    })
    airalo.account.destinations = [{ ...turkish, operators: [{ ...operator, packages }] }]
    access.account.packages = listed('esim-access').map(({ code, cents }) => packageOf(code, cents))
    access.account.topUps = [packageOf('more', 300)]
    organisation.bundles = listed('esim-go').map(({ code, cents }) => bundleOf(code, cents))
  }

  /** The operator pays money into every account. */
  function pay(dollars: number): void {
    airalo.account.balance += dollars * 100
    access.account.balance += dollars * 10_000
    organisation.balance += dollars
  }

  function sales(): Sale[] {
    return [
      ...airalo.account.orders.flatMap(({ id, type, sim, toppedUp, status, description, offer }) =>
        status === 'failed'
          ? []
          : {
              supplier: 'airalo' as const,
              key: description,
              reference: String(id),
              kind: type === 'sim' ? ('plan' as const) : ('top-up' as const),
              iccid: toppedUp ?? sim?.iccid ?? null,
              code: offer.id,
              is_returned: sim?.isRefundRequested ?? false,
            },
      ),
      ...access.account.profiles.flatMap(({ iccid, orderNo, packageList, esimStatus }) =>
        packageList.map(({ transactionId: key, packageCode: code }, index) => ({
          supplier: 'esim-access' as const,
          key,
          reference: index === 0 ? orderNo : key,
          kind: index === 0 ? ('plan' as const) : ('top-up' as const),
          iccid,
          code,
          is_returned: esimStatus === 'CANCEL',
        })),
      ),
      ...soldByGo(),
    ]
  }

  function soldByGo(): Sale[] {
    const plans = new Set<string>()
    return Array.from(organisation.orders, ([reference, [iccid = '']]) => {
      const bundles = organisation.esims.get(iccid)?.bundles ?? []
      const all = bundles.flatMap(({ name, assignments }) =>
        assignments.map((assignment) => ({ name, ...assignment })),
      )
      const own = all.find((each) => each.assignmentReference.startsWith(reference))
      const kind = plans.has(iccid) ? 'top-up' : 'plan'
      plans.add(iccid)
      const isReturned = all.every((each) => each.bundleState === 'revoked')
      const sale = { supplier: 'esim-go', key: null, reference, kind, iccid } as const
      return { ...sale, code: own?.name ?? '', is_returned: isReturned }
    })
  }

  return {
    sales,
    /** Calls that the documents of the suppliers do not allow. */
    breaches: () => [...airalo.breaches, ...access.breaches, ...go.breaches],
    /** A price changes, a plan sells out or disappears, or an account runs out of money. */
    change(): void {
      const supplier = random.pick(supplierIDs)
      const offer = offers[supplier]?.[random.int(codes.length)]
      if (!offer) return
      const what = random.pick(['price', 'price', 'gone', 'sold out', 'money'] as const)
      world.tell(`${supplier} changes "${offer.code}": ${what}.`)
      if (what === 'money') return pay(60)
      if (what === 'price')
        offer.cents = Math.round(offer.cents * random.pick([0.8, 0.9, 1.2, 1.4, 2]))
      if (what === 'gone') offer.isGone = !offer.isGone
      if (what === 'sold out')
        for (const { soldOut } of [airalo.account, access.account])
          if (!soldOut.delete(offer.code)) soldOut.add(offer.code)
      print()
    },
    /** From now on the suppliers have everything, and the accounts are full. */
    recover(): void {
      airalo.account.soldOut.clear()
      access.account.soldOut.clear()
      organisation.refusals.length = 0
      for (const offer of Object.values(offers).flat()) offer.isGone = false
      print()
      pay(10_000)
    },
  }
}

function packageOf(packageCode: string, cents: number) {
  const operatorList = [{ operatorName: 'Turkcell', networkType: '4G/5G' }]
  const network = { locationName: 'Türkiye', locationCode: 'TR', operatorList }
  return {
    packageCode,
    slug: packageCode,
    name: 'Türkiye 1GB 30Days',
    price: cents * 100,
    currencyCode: 'USD',
    volume: 1024 * 1_048_576,
    duration: 30,
    durationUnit: 'DAY',
    location: 'TR',
    unusedValidTime: 180,
    supportTopUpType: 2,
    locationNetworkList: [network],
  }
}

function bundleOf(name: string, cents: number) {
  return {
    name,
    description: 'eSIM, 1GB, 30 Days, Türkiye',
    groups: [],
    countries: [{ name: 'Türkiye', region: 'Europe', iso: 'TR' }],
    dataAmount: 1000,
    duration: 30,
    speed: ['4G'],
    autostart: true,
    unlimited: false,
    roamingEnabled: [],
    price: cents / 100,
    billingType: 'FixedCost' as const,
  }
}
