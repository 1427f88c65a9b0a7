import { prices as storedPrices } from '../../../contract/common.ts'
import { err, ok } from '../../../domain/result.ts'
import { compareTariff } from '../../catalogue-changes/tariff-changes.ts'
import type { StoredTariff } from '../../catalogue-changes/tariff-changes.ts'
import { findDescribingSource } from '../../catalogue-sync/known-sources.ts'
import { d1Store } from '../../d1-store.ts'
import { literal } from '../../sql-text.ts'
import type { ActionContext, ActionResult } from '../perform-action.ts'
import type { StaffMember } from '../staff.ts'
import { storedJson } from '../../stored-json.ts'
import { changePlan } from './change-plan.ts'
import type { PlanInput } from './change-plan.ts'

type SaleChange = PlanInput & { readonly reason: string }

/**
 * Takes a plan off sale. The plan stays off sale after imports and syncs, until staff put it back.
 */
export async function takeOffSale(
  context: ActionContext,
  staff: StaffMember,
  { reason, ...input }: SaleChange,
): Promise<ActionResult> {
  const { now, config } = context
  const request = { ...input, action: 'take-off-sale', input: { reason } } as const
  return changePlan(context, staff, request, async (tariff) => {
    if (tariff.isOffSale) return err({ code: 'refused', reason: 'off-sale' })
    const off = { ...tariff.record, is_listed: 0 as const }
    return ok({
      details: { reason },
      change: compareTariff(tariff, off, config.CURRENCIES[0]),
      statements: [offSaleSql(input.tariffID, literal(now.toISOString()))],
    })
  })
}

/** Puts a plan that staff took off sale back on sale. */
export async function putOnSale(
  context: ActionContext,
  staff: StaffMember,
  input: PlanInput,
): Promise<ActionResult> {
  const request = { ...input, action: 'put-on-sale', input: {} } as const
  return changePlan(context, staff, request, async (tariff) => {
    if (!tariff.isOffSale) return err({ code: 'refused', reason: 'not-off-sale' })
    const [base] = context.config.CURRENCIES
    if (!(base in storedJson(storedPrices, tariff.record.prices, {})))
      return err({ code: 'refused', reason: 'no-base-price' })
    const isListed = await hasSeller(context, tariff)
    const next = { ...tariff.record, is_listed: isListed ? (1 as const) : (0 as const) }
    return ok({
      details: {},
      change: compareTariff({ ...tariff, isOffSale: false }, next, base),
      statements: [offSaleSql(input.tariffID, 'NULL')],
    })
  })
}

function offSaleSql(tariffID: string, at: string): string {
  return `UPDATE tariffs SET off_sale_at = ${at} WHERE id = ${literal(tariffID)};`
}

/**
 * Returns whether the last import contains the plan, or the shop can still buy a supplier's plan.
 */
async function hasSeller(
  { db }: Pick<ActionContext, 'db'>,
  { record }: StoredTariff,
): Promise<boolean> {
  if (record.supplier === null) return record.is_gone === 0
  const source = await findDescribingSource(d1Store(db), record.id)
  return source !== null && (source.isOffered || source.hasOtherSource)
}
