import type { Result } from '../../../domain/result.ts'
import { ok } from '../../../domain/result.ts'
import { raiseContentVersion } from '../../catalogue/content-version.ts'
import { numberPlan } from '../../catalogue-changes/plan-numbers.ts'
import { readStoredTariffs } from '../../catalogue-changes/stored-tariffs.ts'
import type { StoredTariff, TariffChange } from '../../catalogue-changes/tariff-changes.ts'
import { tariffChangesSql } from '../../catalogue-changes/tariff-changes-sql.ts'
import { d1Store } from '../../d1-store.ts'
import { literal } from '../../sql-text.ts'
import { performAction } from '../perform-action.ts'
import type { ActionContext, ActionInput, ActionProblem, ActionResult } from '../perform-action.ts'
import type { PlanAction, StaffMember } from '../staff.ts'
import type { TimelineDetails } from '../timeline-details.ts'

export type PlanInput = ActionInput & { readonly tariffID: string }

type PlanRequest = PlanInput & {
  readonly action: PlanAction
  /** Everything that the person entered. */
  readonly input: unknown
}

type PlanEdit = {
  readonly details: TimelineDetails
  /** Null when lists and pages do not change. */
  readonly change: TariffChange | null
  /** Statements to run before the change. */
  readonly statements?: readonly string[]
}

/** Changes one plan, and raises the content version so that pages show the change at once. */
export async function changePlan(
  context: ActionContext,
  staff: StaffMember,
  { tariffID, ...request }: PlanRequest,
  decide: (stored: StoredTariff) => Promise<Result<PlanEdit, ActionProblem>>,
): Promise<ActionResult> {
  const { db, config } = context
  const subject = { kind: 'plan', id: tariffID } as const
  return performAction(context, staff, { ...request, subject }, async () => {
    const stored = await readStoredTariffs(d1Store(db), `t.id = ${literal(tariffID)}`)
    const tariff = stored.get(tariffID)
    // `performAction` has read the plan's version, and plans are never deleted, so the plan exists.
    if (!tariff) throw new Error(`The plan ${tariffID} is not in the database`)
    const decided = await decide(tariff)
    if (!decided.ok) return decided
    const { details, change, statements = [] } = decided.value
    const writes = [
      ...statements,
      ...(change === null ? [] : tariffChangesSql([change], config.CURRENCIES[0])),
      ...(change === null ? [] : numberPlan(tariffID)),
      raiseContentVersion,
    ]
    return ok({ details, effects: () => writes.map((sql) => db.prepare(sql)) })
  })
}
