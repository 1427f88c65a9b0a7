import { emptyReport } from '../../src/supply/supplier-call.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import type {
  SuppliedProfile,
  Supplier,
  SupplierOrder,
  SupplierUsage,
  SupplierTopUp,
} from '../../src/supply/supplier.ts'
import { openBooks } from './supplier-books.ts'
import type { SupplierBooks } from './supplier-books.ts'
import { planFaults } from './supplier-faults.ts'
import type { FaultyCalls, PlannedFaults, SimulatedFault } from './supplier-faults.ts'

export type SimulatedSupplier = Supplier &
  Pick<SupplierBooks, 'purchases' | 'additions'> &
  Pick<FaultyCalls, 'answerLate' | 'recover'> & { readonly cancelled: ReadonlySet<string> }

/**
 * Simulates a supplier in memory.
 * @param prefix first digits of its ICCIDs, so that those of two suppliers differ
 */
export function simulateSupplier(
  id: string,
  {
    isOrderIdempotent = false,
    canFindOrders = true,
    prefix = '8910',
    callsPerMinute = 6000,
    topUps = [],
    ...planned
  }: PlannedFaults & {
    readonly isOrderIdempotent?: boolean
    readonly canFindOrders?: boolean
    readonly prefix?: string
    readonly callsPerMinute?: number
    /** The offers for every eSIM. */
    readonly topUps?: readonly SupplierTopUp[]
  } = {},
): SimulatedSupplier {
  const { call, answerLate, recover } = planFaults(id, planned)
  const books = openBooks(id, prefix, isOrderIdempotent)
  const cancelled = new Set<string>()
  return {
    id,
    isOrderIdempotent,
    canFindOrders,
    callsPerMinute,
    purchases: books.purchases,
    additions: books.additions,
    cancelled,
    answerLate,
    recover,
    ...orderCalls(call, books, canFindOrders),
    ...profileCalls(call, books, cancelled),
    topUps: async () => call('any', () => topUps),
    ...accountCalls(call),
  }
}

type Call = FaultyCalls['call']

function orderCalls(
  call: Call,
  { buy, add, find }: SupplierBooks,
  canFindOrders: boolean,
): Pick<Supplier, 'order' | 'topUp' | 'find'> {
  const place = async (work: () => SupplierOrder) =>
    call<SupplierOrder>('order', work, (fault) => answerToOrder(fault, work))
  return {
    order: async (key) => place(() => buy(key)),
    topUp: async (key, iccid) => place(() => add(key, iccid)),
    async find(key) {
      if (!canFindOrders) return null
      const found = await call<{ readonly reference: string | null }>(
        'find',
        () => ({ reference: find(key)?.reference ?? null }),
        (fault) => (fault === 'unseen' ? { reference: null } : undefined),
      )
      return found.reference
    },
  }
}

function profileCalls(
  call: Call,
  { purchases }: SupplierBooks,
  cancelled: Set<string>,
): Pick<Supplier, 'fetch' | 'cancel' | 'usage'> {
  return {
    async fetch(reference) {
      const profile = await call<SuppliedProfile | 'preparing' | undefined>(
        'fetch',
        () => purchases.find((each) => each.reference === reference)?.profile,
        (fault) => (fault === 'preparing' ? fault : undefined),
      )
      return profile === 'preparing' ? null : (profile ?? null)
    },
    cancel: async (iccid) =>
      call(
        'cancel',
        () => {
          // Airalo refuses a second request for the same profile.
          const isNew = !cancelled.has(iccid)
          cancelled.add(iccid)
          return isNew
        },
        (fault) => (fault === 'kept' ? false : undefined),
      ),
    usage: async () => call<readonly SupplierUsage[]>('any', () => []),
  }
}

function accountCalls(call: Call): Pick<Supplier, 'catalogue' | 'balance' | 'receive'> {
  return {
    async *catalogue() {},
    balance: async () =>
      call<Money | null>(
        'balance',
        () => ({ minor: 100_000, currency: 'USD' }),
        (fault) => wrongBalances.get(fault),
      ),
    async receive(request) {
      if (request.headers.get('Authorization') !== simulatedSecret) return emptyReport(401)
      const { references } = (await request.json()) as { references: string[] } // written by tests
      return { ...emptyReport(200), references }
    },
  }
}

/** Webhooks with another secret are forged. */
export const simulatedSecret = 'a secret of the test run'

const wrongBalances = new Map<SimulatedFault, Money | null>([
  ['empty', { minor: 0, currency: 'USD' }],
  ['huge', { minor: 1e12, currency: 'EUR' }],
  ['none', null],
])

/** Returns undefined when the fault has no special response. */
function answerToOrder(fault: SimulatedFault, buy: () => void): SupplierOrder | undefined {
  const isRefusal =
    fault === 'plan-gone' ||
    fault === 'out-of-stock' ||
    fault === 'out-of-balance' ||
    fault === 'invalid'
  if (isRefusal) return { status: 'refused', reason: fault, message: fault }
  if (fault !== 'unclear' && fault !== 'unclear-after') return undefined
  if (fault === 'unclear-after') buy()
  return { status: 'unclear', message: fault }
}
