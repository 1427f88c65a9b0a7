import { SupplierError } from '../../src/backend/suppliers/supplier.ts'
import { emptyReport } from '../../src/backend/suppliers/webhook-reports.ts'
import type { Money } from '../../src/domain/money.ts'
import type {
  SuppliedProfile,
  Supplier,
  SupplierOrder,
  SupplierTopUp,
  SupplierUsage,
} from '../../src/backend/suppliers/supplier.ts'

/**
 * How a call fails. `cut-before` and `server-error`: no effect, and the shop does not know it.
 * `cut-after`: an effect that the shop does not know. `rate-limit`: no effect, and the shop knows
 * it. `late`: the answer comes after everything else. `unclear` and `unclear-after`: an answer
 * without meaning, without and with an effect. `unseen`: a search does not find an order that was
 * just made. `kept`: a profile is not taken back. `empty`, `huge` and `none`: a balance that is
 * wrong.
 */
const callFaults = ['cut-before', 'server-error', 'rate-limit', 'cut-after', 'late'] as const
export const simulatedFaults = {
  order: [
    ...callFaults,
    'plan-gone',
    'out-of-stock',
    'out-of-balance',
    'invalid',
    'unclear',
    'unclear-after',
  ],
  find: [...callFaults, 'unseen'],
  fetch: [...callFaults, 'preparing'],
  cancel: [...callFaults, 'kept'],
  balance: [...callFaults, 'empty', 'huge', 'none'],
} as const
type FaultyCall = keyof typeof simulatedFaults
export type SimulatedFault = (typeof simulatedFaults)[FaultyCall][number]
type FaultPlan = readonly (SimulatedFault | null)[]

type Purchase = {
  readonly key: string
  readonly reference: string
  readonly profile: SuppliedProfile
}
/** A top-up that was added to an eSIM. */
type Addition = Omit<Purchase, 'profile'> & { readonly iccid: string }

export type SimulatedSupplier = Supplier & {
  /** Every profile that was ever bought, in the order of purchase. */
  readonly purchases: readonly Purchase[]
  /** Every top-up that was ever bought. */
  readonly additions: readonly Addition[]
  readonly cancelled: ReadonlySet<string>
  /** Resolves the calls that are late. */
  readonly answerLate: () => void
  /** Ends all faults, and answers what is late. */
  readonly recover: () => void
}

/**
 * A supplier in memory. Each call uses up the next fault, and succeeds when none is left.
 * @param prefix first digits of its ICCIDs, so that those of two suppliers differ
 */
export function simulateSupplier(
  id: string,
  {
    faults = [],
    faultsOf = {},
    isOrderIdempotent = false,
    canFindOrders = true,
    prefix = '8910',
    callsPerMinute = 6000,
    topUps = [],
  }: {
    /** Of all calls, in their order. */
    readonly faults?: FaultPlan
    /** Faults of the calls of one kind, in order. They come first. */
    readonly faultsOf?: { readonly [Call in FaultyCall]?: FaultPlan }
    readonly isOrderIdempotent?: boolean
    readonly canFindOrders?: boolean
    readonly prefix?: string
    readonly callsPerMinute?: number
    /** The offers for every eSIM. */
    readonly topUps?: readonly SupplierTopUp[]
  } = {},
): SimulatedSupplier {
  const plan: { readonly [Call in FaultyCall | 'any']: (SimulatedFault | null)[] } = {
    any: [...faults],
    order: [...(faultsOf.order ?? [])],
    find: [...(faultsOf.find ?? [])],
    fetch: [...(faultsOf.fetch ?? [])],
    cancel: [...(faultsOf.cancel ?? [])],
    balance: [...(faultsOf.balance ?? [])],
  }
  const purchases: Purchase[] = []
  const additions: Addition[] = []
  const cancelled = new Set<string>()
  const late: (() => void)[] = []

  async function call<T>(
    kind: FaultyCall | 'any',
    work: () => T,
    answerFault?: (fault: SimulatedFault) => T | undefined,
  ): Promise<T> {
    await Promise.resolve()
    const rest = plan[kind].length > 0 ? plan[kind] : plan.any
    const fault = rest.shift() ?? null
    if (fault === 'cut-before' || fault === 'server-error')
      throw new SupplierError(id, 'unknown', fault)
    if (fault === 'rate-limit')
      throw new SupplierError(id, 'not-executed', fault, { retryAfter: 1 })
    const answer = fault === null ? undefined : answerFault?.(fault)
    if (answer !== undefined) return answer
    const result = work()
    if (fault === 'cut-after') throw new SupplierError(id, 'unknown', fault)
    if (fault === 'late') await new Promise<void>((resolve) => late.push(resolve))
    return result
  }

  function answerLate() {
    for (const resolve of late.splice(0)) resolve()
  }

  /** The profile or top-up with this key. */
  function sold(key: string): Purchase | Addition | null {
    return [...purchases, ...additions].find((each) => each.key === key) ?? null
  }

  function add(key: string, iccid: string): SupplierOrder {
    const known = isOrderIdempotent ? sold(key) : null
    const reference = known?.reference ?? `${id}-top-up-${additions.length + 1}`
    if (!known) additions.push({ key, reference, iccid })
    return accepted(reference)
  }

  function buy(key: string): SupplierOrder {
    const known = isOrderIdempotent ? sold(key) : null
    if (known) return accepted(known.reference)
    const number = String(purchases.length + 1).padStart(15, '0')
    const reference = `${id}-${purchases.length + 1}`
    const profile = {
      iccid: prefix + number,
      smdpAddress: 'rsp.example.com',
      matchingID: `${id}-${number}`,
      confirmationCode: null,
      mobileNumber: null,
    }
    purchases.push({ key, reference, profile })
    return accepted(reference)
  }

  return {
    id,
    isOrderIdempotent,
    canFindOrders,
    callsPerMinute,
    purchases,
    additions,
    cancelled,
    answerLate,
    recover: () => {
      for (const rest of Object.values(plan)) rest.length = 0
      answerLate()
    },
    order: async (key) =>
      call<SupplierOrder>(
        'order',
        () => buy(key),
        (fault) => answerToOrder(fault, () => buy(key)),
      ),
    find: async (key) => {
      if (!canFindOrders) return null
      const found = await call<{ readonly reference: string | null }>(
        'find',
        () => ({ reference: sold(key)?.reference ?? null }),
        (fault) => (fault === 'unseen' ? { reference: null } : undefined),
      )
      return found.reference
    },
    fetch: async (reference) => {
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
    topUps: async () => call('any', () => topUps),
    topUp: async (key, iccid) =>
      call<SupplierOrder>(
        'order',
        () => add(key, iccid),
        (fault) => answerToOrder(fault, () => add(key, iccid)),
      ),
    async *catalogue() {},
    balance: async () =>
      call<Money | null>(
        'balance',
        () => ({ minor: 100_000, currency: 'USD' }),
        (fault) => wrongBalances.get(fault),
      ),
    receive: async (request) => {
      if (request.headers.get('Authorization') !== simulatedSecret) return emptyReport(401)
      const { references } = (await request.json()) as { references: string[] } // written by tests
      return { ...emptyReport(200), references }
    },
  }
}

/** Webhooks with another one are forged. */
export const simulatedSecret = 'a secret of the test run'

const wrongBalances = new Map<SimulatedFault, Money | null>([
  ['empty', { minor: 0, currency: 'USD' }],
  ['huge', { minor: 1e12, currency: 'EUR' }],
  ['none', null],
])

/** Undefined: the fault has no answer of its own. */
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

/** Other than the catalogue's cost. */
function accepted(reference: string): SupplierOrder {
  return { status: 'accepted', reference, cost: { minor: 440, currency: 'USD' } }
}
