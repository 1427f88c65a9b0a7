import { prices as storedPrices } from '../api/common.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { comparePlan, planStatements, readStoredPlans, columnsOf } from './plan-changes.ts'
import type { StoredPlan, PlanChange } from './plan-changes.ts'
import { findDescribingSource, hasOtherSource } from './known-sources.ts'
import type { PlanDetails } from './operations.ts'
import { performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionResult,
  ActionInput,
  ActionProblem,
} from '../api/perform-action.ts'
import type { StaffMember, PlanAction } from '../api/staff.ts'
import { storedJson } from '../kit/db.ts'
import { ownStock, refreshPlacements } from './can-sell.ts'
import { supplierFacts } from '../supply/suppliers.ts'
import { raiseContentVersion } from './content-version.ts'
import type { TimelineDetails } from '../api/audit.ts'
import { prepare, readRow, sql } from '../kit/sql.ts'

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
  return changePlan(context, staff, request, async (plan) => {
    if (plan.isOffSale) return err({ code: 'refused', reason: 'off-sale' })
    const off = { ...plan.record, is_listed: 0 as const }
    return ok({
      details: { reason },
      change: comparePlan(plan, off, config.CURRENCIES[0]),
      statements: [setOffSale(context.db, input.tariffID, now.toISOString())],
    })
  })
}

/** Puts a plan that staff took off sale back on sale. */
export async function putOnSale(context: ActionContext, staff: StaffMember, input: PlanInput) {
  const request = { ...input, action: 'put-on-sale', input: {} } as const
  return changePlan(context, staff, request, async (plan) => {
    if (!plan.isOffSale) return err({ code: 'refused', reason: 'not-off-sale' })
    const [base] = context.config.CURRENCIES
    if (!(base in storedJson(storedPrices, plan.record.prices, {})))
      return err({ code: 'refused', reason: 'no-base-price' })
    const isListed = await hasSeller(context, plan)
    const next = { ...plan.record, is_listed: isListed ? (1 as const) : (0 as const) }
    return ok({
      details: {},
      change: comparePlan({ ...plan, isOffSale: false }, next, base),
      statements: [setOffSale(context.db, input.tariffID, null)],
    })
  })
}

function setOffSale(db: D1Database, tariffID: string, at: string | null): D1PreparedStatement {
  return prepare(db)`UPDATE plans SET off_sale_at = ${at} WHERE id = ${tariffID}`
}

/**
 * Returns whether the last import contains the plan, or the shop can still buy a supplier's plan.
 */
async function hasSeller({ db }: Pick<ActionContext, 'db'>, { record }: StoredPlan) {
  if (record.supplier === null) return record.is_gone === 0
  const source = await findDescribingSource(db, record.id)
  return source !== null && (source.isOffered === 1 || hasOtherSource(source))
}

/** The details on a plan's page. Null means not stated. */
type DescribedFacts = PlanDetails & { readonly unlimitedApps: readonly string[] }

/**
 * Changes the details of a plan. Refuses plans of a supplier, because its catalogue describes them.
 */
export async function describePlan(
  context: ActionContext,
  staff: StaffMember,
  { facts, ...input }: PlanInput & { readonly facts: DescribedFacts },
): Promise<ActionResult> {
  const request = { ...input, action: 'describe-plan', input: facts } as const
  return changePlan(context, staff, request, async (plan) => {
    if (plan.record.supplier !== null)
      return err({ code: 'refused', reason: 'described-by-supplier' })
    const next = { ...plan.record, ...columnsOf(facts) }
    const change = comparePlan(plan, next, context.config.CURRENCIES[0])
    return ok({ details: { fields: change?.fields.join(', ') ?? null }, change })
  })
}

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
    const { db, now } = context
    return ok({
      details: { supplier, plan: planCode || null, priority },
      change: null,
      statements: [
        prepare(db)`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
          VALUES (${input.tariffID}, ${supplier}, ${planCode}, ${priority}, ${now})
            ON CONFLICT DO UPDATE
          SET priority = excluded.priority, is_available = 1, back_at = NULL`,
        refreshPlan(db, input.tariffID),
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
    const { db } = context
    const rows = sql`FROM plan_sources
      WHERE plan_id = ${record.id} AND supplier = ${supplier} AND plan_code = ${planCode}`
    if ((await readRow(db)`SELECT 1 ${rows}`) === null)
      return err({ code: 'refused', reason: 'no-such-source' })
    return ok({
      details: { supplier, plan: planCode || null },
      change: null,
      statements: [prepare(db)`DELETE ${rows}`, refreshPlan(db, record.id)],
    })
  })
}

function refreshPlan(db: D1Database, tariffID: string): D1PreparedStatement {
  return refreshPlacements(db, sql`plan_id = ${tariffID}`)
}

export type PlanInput = ActionInput & { readonly tariffID: string }

type PlanRequest = PlanInput & {
  readonly action: PlanAction
  /** Everything that the person entered. */
  readonly input: unknown
}

type PlanEdit = {
  readonly details: TimelineDetails
  /** Null when lists and pages do not change. */
  readonly change: PlanChange | null
  /** Statements to run before the change. */
  readonly statements?: readonly D1PreparedStatement[]
}

/** Changes one plan, and raises the content version so that pages show the change at once. */
export async function changePlan(
  context: ActionContext,
  staff: StaffMember,
  { tariffID, ...request }: PlanRequest,
  decide: (stored: StoredPlan) => Promise<Result<PlanEdit, ActionProblem>>,
): Promise<ActionResult> {
  const { db, config } = context
  const subject = { kind: 'plan', id: tariffID } as const
  return performAction(context, staff, { ...request, subject }, async () => {
    const stored = await readStoredPlans(db, sql`t.id = ${tariffID}`)
    const plan = stored.get(tariffID)
    // `performAction` has read the plan's version, and plans are never deleted, so the plan exists.
    if (!plan) throw new Error(`The plan ${tariffID} is not in the database`)
    const decided = await decide(plan)
    if (!decided.ok) return decided
    const { details, change, statements = [] } = decided.value
    const writes = [
      ...statements,
      ...(change === null ? [] : planStatements(db, [change], config.CURRENCIES[0])),
      raiseContentVersion(db),
    ]
    return ok({ details, effects: () => writes })
  })
}
