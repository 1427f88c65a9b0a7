import { tariffChange } from '../../src/backend/catalogue/tariff-changes.ts'
import { tariffChangesSql } from '../../src/backend/catalogue/tariff-changes-sql.ts'
import { tariffRecordOf } from '../../src/backend/catalogue/tariff-record.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { PlanCells } from '../../src/backend/imports/columns.ts'

/** Statements that add plans to a database without them. */
export function insertPlans(plans: readonly PlanCells[], base: Currency): string[] {
  const changes = plans.flatMap(
    (plan) => tariffChange(undefined, tariffRecordOf(plan, true), base) ?? [],
  )
  return tariffChangesSql(changes, base)
}
