import { compareTariff } from '../../src/backend/catalogue-changes/tariff-changes.ts'
import { tariffChangesSql } from '../../src/backend/catalogue-changes/tariff-changes-sql.ts'
import { tariffRecordOf } from '../../src/backend/catalogue-changes/tariff-record.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { PlanCells } from '../../src/backend/imports/columns.ts'

/** Returns statements that insert plans into a database without plans. */
export function insertPlans(plans: readonly PlanCells[], base: Currency): string[] {
  const changes = plans.flatMap(
    (plan) => compareTariff(undefined, tariffRecordOf(plan, true), base) ?? [],
  )
  return tariffChangesSql(changes, base)
}
