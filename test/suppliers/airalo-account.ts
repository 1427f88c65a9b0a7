import { moreDestinations, sampleDestinations } from './airalo-packages.ts'
import type { SampleDestination, SampleOperator, SamplePackage } from './airalo-packages.ts'

export type AiraloSim = {
  readonly id: number
  readonly iccid: string
  readonly matchingID: string
  readonly host?: string
  readonly operator: SampleOperator
  /** Total data in MB. */
  total: number
  used: number
  expiresAt: Date | null
  isRefundRequested: boolean
}
export type AccountOrder = {
  readonly id: number
  readonly createdAt: Date
  readonly description: string | null
  readonly type: 'sim' | 'topup'
  readonly offer: SamplePackage
  readonly operator: SampleOperator
  /** Null for top-ups and while an asynchronous order is in progress. */
  sim: AiraloSim | null
  /** The eSIM that a top-up was added to. */
  readonly toppedUp?: string
  status: 'completed' | 'pending' | 'failed'
  readonly requestID: string | null
}
export type AiraloAccount = ReturnType<typeof openAiraloAccount>

const day = 86_400_000

/** A partner's account at Airalo, with its orders and the packages on sale. */
export function openAiraloAccount(now: () => Date) {
  let lastID = 583_000
  const account = {
    destinations: [...sampleDestinations],
    orders: [] as AccountOrder[],
    sims: [] as AiraloSim[],
    /** The balance in cents. */
    balance: 100_000,
    soldOut: new Set<string>(),
    isHolding: false,
    /** Orders that wait for their webhook. */
    announced: [] as AccountOrder[],

    grow: () => account.destinations.push(...moreDestinations(40)),

    find(packageID: string): { offer: SamplePackage; operator: SampleOperator } | null {
      const operators = account.destinations.flatMap((each: SampleDestination) => each.operators)
      for (const operator of operators)
        for (const offer of operator.packages)
          if (offer.id === packageID) return { offer, operator }
      return null
    },

    buy(packageID: string, description: string | null, requestID: string | null): AccountOrder {
      const order: AccountOrder = {
        ...requirePackage(packageID),
        ...newNumberedOrder(description),
        type: 'sim',
        sim: null,
        status: 'pending',
        requestID,
      }
      pay(order)
      if (requestID === null || !account.isHolding) account.complete(order)
      return order
    },

    complete(order: AccountOrder): void {
      if (order.sim || order.status !== 'pending') return
      const number = account.sims.length + 1
      order.sim = {
        id: 709_000 + number,
        iccid: `89444654000035${String(73_250 + number).padStart(5, '0')}`,
        matchingID: `YVTGM-5LZC6-PIC56-${String(number).padStart(5, '0')}`,
        operator: order.operator,
        total: order.offer.amount,
        used: 0,
        expiresAt: null,
        isRefundRequested: false,
      }
      order.status = 'completed'
      account.sims.push(order.sim)
      if (order.requestID !== null) account.announced.push(order)
    },

    failOrder(order: AccountOrder): void {
      order.status = 'failed'
      account.balance += Math.round(order.offer.netPrice * 100)
      account.announced.push(order)
    },

    topUp(sim: AiraloSim, packageID: string, description: string | null): AccountOrder {
      const order: AccountOrder = {
        ...requirePackage(packageID),
        ...newNumberedOrder(description),
        type: 'topup',
        sim: null,
        toppedUp: sim.iccid,
        status: 'completed',
        requestID: null,
      }
      pay(order)
      sim.total += order.offer.amount
      return order
    },

    use(iccid: string, mb: number): void {
      const sim = account.sims.find((each) => each.iccid === iccid)
      if (!sim) throw new Error(`There is no eSIM ${iccid}`)
      sim.used += mb
      sim.expiresAt ??= new Date(now().getTime() + 7 * day)
    },

    countSales: () => ({
      profiles: account.sims.length,
      topUps: account.orders.filter(({ type }) => type === 'topup').length,
    }),
  }

  function requirePackage(packageID: string) {
    const found = account.find(packageID)
    if (!found) throw new Error(`There is no package ${packageID}`)
    return found
  }

  function newNumberedOrder(description: string | null) {
    lastID += 1
    return { id: lastID, createdAt: now(), description }
  }

  function pay(order: AccountOrder): void {
    account.balance -= Math.round(order.offer.netPrice * 100)
    account.orders.push(order)
  }

  return account
}
