import { describe, expect, it } from 'vitest'
import type { Supplier, SupplierPlan } from '../../../src/supply/supplier.ts'
import type { CurrentSupplier } from './steps.ts'

export function testCatalogue(current: CurrentSupplier): void {
  describe('catalogue', () => {
    it('lists the plan that can be ordered, with its cost and coverage', async () => {
      const { supplier, planCode } = current()
      const plan = (await plansOf(supplier)).find(({ code }) => code === planCode)
      expect(plan).toMatchObject({ terms: { topUp: true }, unknown: [] })
      expect(plan?.cost.minor).toBeGreaterThan(0)
      expect(plan?.coverage.length).toBeGreaterThan(0)
    })

    it('lists each plan once across all pages', async () => {
      const { supplier, growCatalogue } = current()
      const before = await plansOf(supplier)
      growCatalogue()
      const plans = await plansOf(supplier)
      expect(plans.length).toBeGreaterThan(before.length)
      expect(new Set(plans.map(({ code }) => code)).size).toBe(plans.length)
    })

    it('describes plans in the units of `SupplierPlan`', async () => {
      const plans = await plansOf(current().supplier)
      for (const plan of plans) {
        expect(Number.isInteger(plan.cost.minor), plan.code).toBe(true)
        expect(plan.cost.currency, plan.code).toMatch(/^[A-Z]{3}$/)
        expect(Number.isInteger(plan.trafficMb ?? 1), plan.code).toBe(true)
        expect(plan.trafficMb ?? 1, plan.code).toBeGreaterThan(0)
        expect(plan.validityDays, plan.code).toBeGreaterThan(0)
        for (const { countryCode } of plan.coverage) expect(countryCode).toMatch(/^[a-z]{2}$/)
      }
    })
  })

  describe('balance', () => {
    it('is the remaining money of the account in minor units', async () => {
      const { minor, currency } = (await current().supplier.balance()) ?? noAccount
      expect(Number.isInteger(minor)).toBe(true)
      expect(currency).toMatch(/^[A-Z]{3}$/)
    })
  })
}

/** A shop that pays by invoice has no balance. */
const noAccount = { minor: 0, currency: 'USD' }

export async function plansOf({ catalogue }: Supplier): Promise<SupplierPlan[]> {
  const plans: SupplierPlan[] = []
  for await (const page of catalogue()) plans.push(...page)
  return plans
}
