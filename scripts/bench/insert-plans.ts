import { compareTariff, tariffChangesSql } from '../../src/plans/plan-changes.ts'
import { tariffRecordOf } from '../../src/plans/plan-record.ts'
import type { Currency } from '../../src/kit/money.shared.ts'
import type { PlanCells } from '../../src/plans/columns.ts'

/** Returns statements that insert plans into a database without plans. */
export function insertPlans(plans: readonly PlanCells[], base: Currency): string[] {
  const changes = plans.flatMap(
    (plan) => compareTariff(undefined, tariffRecordOf(plan, true), base) ?? [],
  )
  return tariffChangesSql(changes, base)
}
