import { expect } from 'vitest'
import { SupplierError } from '../../../src/supply/supplier.ts'
import type {
  RefusalReason,
  SuppliedProfile,
  Supplier,
  SupplierOrder,
} from '../../../src/supply/supplier.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import type { SupplierFault } from '../fault-plan.ts'
import type { SupplierRig } from '../supplier-rig.ts'

export type CurrentSupplier = () => SupplierRig

export const refusalReasons: readonly RefusalReason[] = [
  'plan-gone',
  'out-of-stock',
  'out-of-balance',
  'invalid',
]

/**
 * Every fault of a call that changes something, with the outcome that the adapter must report and
 * whether the call took effect.
 */
export const writeFaults: readonly {
  readonly fault: SupplierFault
  readonly outcome: 'not-executed' | 'unknown'
  readonly isDone: boolean
}[] = [
  { fault: 'cut-before', outcome: 'unknown', isDone: false },
  { fault: 'cut-after', outcome: 'unknown', isDone: true },
  { fault: 'late', outcome: 'unknown', isDone: true },
  { fault: 'too-many-requests', outcome: 'not-executed', isDone: false },
  { fault: 'server-error', outcome: 'unknown', isDone: false },
  { fault: 'server-error-after', outcome: 'unknown', isDone: true },
  { fault: 'request-timeout-after', outcome: 'unknown', isDone: true },
  { fault: 'html', outcome: 'unknown', isDone: false },
  { fault: 'truncated', outcome: 'unknown', isDone: true },
]

export function referenceOf(order: SupplierOrder): string {
  if (order.status !== 'accepted') throw new Error(`${order.status}: ${order.message}`)
  return order.reference
}

export async function fetchProfile(
  supplier: Supplier,
  reference: string,
): Promise<SuppliedProfile> {
  const profile = await supplier.fetch(reference)
  if (profile === null || 'status' in profile) throw new Error(`${reference} has no profile`)
  return profile
}

export async function buyProfile({ supplier, planCode }: SupplierRig): Promise<SuppliedProfile> {
  return fetchProfile(supplier, referenceOf(await supplier.order(secretID(), planCode)))
}

/**
 * Returns the error of a call. Fails the test if there is no error or the interface does not allow
 * it.
 */
export async function errorOf(call: Promise<unknown>): Promise<SupplierError> {
  const error = await call.then(
    (answer: unknown) => new Error(`answered ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SupplierError)
  return error as SupplierError // the line above expects it
}
