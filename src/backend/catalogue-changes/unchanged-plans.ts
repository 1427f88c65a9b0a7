import { jsonStatements } from '../sql-text.ts'
import type { TariffChange } from './tariff-changes.ts'

type PlanComparison = Pick<TariffChange, 'after' | 'changes'>

/** Returns statements that roll back the transaction if a plan changed after the comparison. */
export function failIfChanged(plans: readonly PlanComparison[]): string[] {
  // NULL violates the NOT NULL constraint, so the statement fails.
  return changedPlans(plans).map(
    (select) =>
      `UPDATE state SET value = NULL WHERE name = 'content-version' AND EXISTS (${select});`,
  )
}

/** Returns queries for the ids of plans that changed after the comparison. */
export function changedPlans(plans: readonly PlanComparison[]): string[] {
  return jsonStatements(
    plans.map(({ after, changes }) => [after.id, changes]),
    (list) => `SELECT compared.value ->> 0 AS id FROM json_each(${list}) AS compared
    LEFT JOIN tariffs t ON t.id = compared.value ->> 0
    WHERE t.changes IS NOT compared.value ->> 1`,
  )
}
