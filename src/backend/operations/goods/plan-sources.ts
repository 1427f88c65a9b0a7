import { err, ok } from '../../../domain/result.ts'
import { ownStock, refreshPlacements } from '../../catalogue/can-sell.ts'
import { literal } from '../../sql-text.ts'
import { supplierFacts } from '../../suppliers/suppliers.ts'
import type { ActionContext, ActionResult } from '../perform-action.ts'
import type { StaffMember } from '../staff.ts'
import { changePlan } from './change-plan.ts'
import type { PlanInput } from './change-plan.ts'

/** A source of a plan. `planCode` is '' for the shop's own stock. */
export type PlanSource = { readonly supplier: string; readonly planCode: string }

/** The highest priority number. The shop tries sources from 0 upwards. */
export const highestPriority = 1000

/** All suppliers, and the shop's own stock. */
export const sourceNames: readonly string[] = [...supplierFacts.map(({ id }) => id), ownStock]

/**
 * Adds a source. If the source exists, changes its priority and makes it available again. The next
 * sync stores its cost.
 */
export async function addSource(
  context: ActionContext,
  staff: StaffMember,
  { source, priority, ...input }: PlanInput & { source: PlanSource; priority: number },
): Promise<ActionResult> {
  const request = { ...input, action: 'add-source', input: { source, priority } } as const
  return changePlan(context, staff, request, async () => {
    const { supplier, planCode } = source
    const isKnown = sourceNames.includes(supplier)
    if (!isKnown || (supplier === ownStock) !== (planCode === ''))
      return err({ code: 'refused', reason: 'no-such-source' })
    const row = [input.tariffID, supplier, planCode].map(literal).join(', ')
    return ok({
      details: { supplier, plan: planCode || null, priority },
      change: null,
      statements: [
        `INSERT INTO tariff_sources (tariff_id, supplier, plan_code, priority, seen_at)
        VALUES (${row}, ${priority}, ${literal(context.now.toISOString())})
        ON CONFLICT DO UPDATE SET priority = ${priority}, is_available = 1, back_at = NULL;`,
        refreshPlacements(`tariff_id = ${literal(input.tariffID)}`),
      ],
    })
  })
}

/**
 * Removes a source. Refuses the supplier whose catalogue describes the plan, because the next sync
 * would add the source again as another plan.
 */
export async function removeSource(
  context: ActionContext,
  staff: StaffMember,
  { source, ...input }: PlanInput & { readonly source: PlanSource },
): Promise<ActionResult> {
  const request = { ...input, action: 'remove-source', input: { source } } as const
  return changePlan(context, staff, request, async ({ record }) => {
    const { supplier, planCode } = source
    if (record.supplier === supplier)
      return err({ code: 'refused', reason: 'described-by-supplier' })
    const which = `tariff_id = ${literal(record.id)} AND supplier = ${literal(supplier)}
      AND plan_code = ${literal(planCode)}`
    const found = await context.db.prepare(`SELECT 1 FROM tariff_sources WHERE ${which}`).first()
    if (found === null) return err({ code: 'refused', reason: 'no-such-source' })
    return ok({
      details: { supplier, plan: planCode || null },
      change: null,
      statements: [
        `DELETE FROM tariff_sources WHERE ${which};`,
        refreshPlacements(`tariff_id = ${literal(record.id)}`),
      ],
    })
  })
}
