import { err, ok } from '../../../domain/result.ts'
import { compareTariff } from '../../catalogue-changes/tariff-changes.ts'
import type { TariffRecord } from '../../catalogue-changes/tariff-record.ts'
import type { ActionContext, ActionResult } from '../perform-action.ts'
import type { StaffMember } from '../staff.ts'
import { changePlan } from './change-plan.ts'
import type { PlanInput } from './change-plan.ts'

/** The details on a plan's page. Null means not stated. */
export type DescribedFacts = {
  readonly hotspot: TariffRecord['hotspot']
  readonly topUp: boolean | null
  readonly kyc: boolean | null
  readonly apn: string | null
  readonly unlimitedApps: readonly string[]
}

/**
 * Changes the details of a plan. Refuses plans of a supplier, because its catalogue describes them.
 */
export async function describePlan(
  context: ActionContext,
  staff: StaffMember,
  { facts, ...input }: PlanInput & { readonly facts: DescribedFacts },
): Promise<ActionResult> {
  const request = { ...input, action: 'describe-plan', input: facts } as const
  return changePlan(context, staff, request, async (tariff) => {
    if (tariff.record.supplier !== null)
      return err({ code: 'refused', reason: 'described-by-supplier' })
    const next: TariffRecord = {
      ...tariff.record,
      hotspot: facts.hotspot,
      top_up: flagOf(facts.topUp),
      kyc: flagOf(facts.kyc),
      apn: facts.apn,
      unlimited_apps: JSON.stringify(facts.unlimitedApps),
    }
    const change = compareTariff(tariff, next, context.config.CURRENCIES[0])
    return ok({ details: { fields: change?.fields.join(', ') ?? null }, change })
  })
}

function flagOf(value: boolean | null): 0 | 1 | null {
  if (value === null) return null
  return value ? 1 : 0
}
