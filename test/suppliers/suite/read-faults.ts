import { describe, expect, it } from 'vitest'
import type { SupplierFault } from '../fault-plan.ts'
import type { SupplierRig } from '../supplier-rig.ts'
import { plansOf } from './catalogue.ts'
import { buyProfile, errorOf, referenceOf } from './steps.ts'
import type { CurrentSupplier } from './steps.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'

const faults: readonly SupplierFault[] = [
  'cut-before',
  'late',
  'too-many-requests',
  'server-error',
  'html',
  'truncated',
]
const calls = ['find', 'fetch', 'usage', 'top-ups', 'catalogue', 'balance'] as const
const cases = calls.flatMap((call) => faults.map((fault) => ({ call, fault })))

export function testReadFaults(current: CurrentSupplier): void {
  describe('a call that reads', () => {
    it.for(cases)(
      '$call throws after $fault, and works again',
      async ({ call, fault }, { skip }) => {
        const rig = current()
        skip(call === 'find' && !rig.can.find, 'orders cannot be found by their key')
        skip(call === 'top-ups' && !rig.can.topUp, 'eSIMs cannot be topped up')
        const read = await readerOf(rig, call)
        const before = await read()
        rig.fail(call, fault)
        const { retryAfter } = await errorOf(read())
        expect(retryAfter).toBe(fault === 'too-many-requests' ? 7 : null)
        expect(await read()).toEqual(before)
      },
    )
  })
}

async function readerOf(
  rig: SupplierRig,
  call: (typeof calls)[number],
): Promise<() => Promise<unknown>> {
  const { supplier, planCode } = rig
  const key = secretID()
  const reference = referenceOf(await supplier.order(key, planCode))
  const { iccid } = await buyProfile(rig)
  switch (call) {
    case 'find':
      return async () => supplier.find(key)
    case 'fetch':
      return async () => supplier.fetch(reference)
    case 'usage':
      return async () =>
        (await supplier.usage([iccid])).map((usage) => ({ ...usage, measuredAt: null }))
    case 'top-ups':
      return async () => supplier.topUps(iccid)
    case 'catalogue':
      return async () => plansOf(supplier)
    case 'balance':
      return async () => supplier.balance()
  }
}
