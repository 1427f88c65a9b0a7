import { SupplierError } from '../../src/supply/supplier.ts'

/**
 * Faults of a call.
 *
 * - `cut-before`, `server-error`: the call has no effect, but the shop cannot know this.
 * - `cut-after`: the call has an effect, but the shop cannot know this.
 * - `rate-limit`, `key-refused`: the call has no effect, as its response reports.
 * - `late`: the response arrives after all other responses.
 * - `unclear`: the call has no effect, and the shop cannot interpret its answer.
 * - `unclear-after`: the call has an effect, and the shop cannot interpret its answer.
 * - `unseen`: a search does not find an order that was just placed.
 * - `kept`: the supplier does not accept the return of a profile.
 * - `empty`, `huge`, `none`: the balance is wrong.
 */
const callFaults = [
  'cut-before',
  'server-error',
  'rate-limit',
  'key-refused',
  'cut-after',
  'late',
] as const
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
type FaultList = readonly (SimulatedFault | null)[]

export type PlannedFaults = {
  readonly faults?: FaultList
  /** Faults of the calls of one kind, in order. They come first. */
  readonly faultsOf?: { readonly [Call in FaultyCall]?: FaultList }
}

export type FaultyCalls = {
  /** Does the work of a call, or fails with the next fault. */
  readonly call: <T>(
    kind: FaultyCall | 'any',
    work: () => T,
    answerFault?: (fault: SimulatedFault) => T | undefined,
  ) => Promise<T>
  readonly answerLate: () => void
  /** Ends all faults, and sends the late answers. */
  readonly recover: () => void
}

/**
 * Plans the faults of calls to a supplier. Each call uses the next fault, and succeeds when no
 * fault is left.
 */
export function planFaults(id: string, { faults = [], faultsOf = {} }: PlannedFaults): FaultyCalls {
  const plan: { readonly [Call in FaultyCall | 'any']: (SimulatedFault | null)[] } = {
    any: [...faults],
    order: [...(faultsOf.order ?? [])],
    find: [...(faultsOf.find ?? [])],
    fetch: [...(faultsOf.fetch ?? [])],
    cancel: [...(faultsOf.cancel ?? [])],
    balance: [...(faultsOf.balance ?? [])],
  }
  const late: (() => void)[] = []
  function answerLate() {
    for (const resolve of late.splice(0)) resolve()
  }
  return {
    async call(kind, work, answerFault) {
      await Promise.resolve()
      const rest = plan[kind].length > 0 ? plan[kind] : plan.any
      const fault = rest.shift() ?? null
      throwBefore(id, fault)
      const answer = fault === null ? undefined : answerFault?.(fault)
      if (answer !== undefined) return answer
      const result = work()
      if (fault === 'cut-after') throw new SupplierError(id, 'unknown', fault)
      if (fault === 'late') await new Promise<void>((resolve) => late.push(resolve))
      return result
    },
    answerLate,
    recover() {
      for (const rest of Object.values(plan)) rest.length = 0
      answerLate()
    },
  }
}

function throwBefore(id: string, fault: SimulatedFault | null): void {
  if (fault === 'cut-before' || fault === 'server-error')
    throw new SupplierError(id, 'unknown', fault)
  if (fault === 'key-refused')
    throw new SupplierError(id, 'not-executed', fault, { isKeyRefused: true })
  if (fault === 'rate-limit') throw new SupplierError(id, 'not-executed', fault, { retryAfter: 1 })
}
