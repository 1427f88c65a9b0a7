import { err, ok, type Err, type Result } from '../kit/result.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { auditByKey, insertAudit } from './audit.ts'
import type { AuditEntry, AuditSubject, TimelineDetails } from './audit.ts'
import type { RefusedReason } from './refused-reason.ts'
import { mayDo, type Action, type StaffMember } from './staff.ts'
import { readRow, sql, type Sql } from '../kit/sql.ts'

/**
 * The context of an action. Commands have no providers or suppliers, because the scheduled job
 * calls them.
 */
export type ActionContext = Pick<
  BackendContext,
  'db' | 'config' | 'now' | 'providers' | 'suppliers'
>

export type ActionProblem =
  /** The role may not perform the action. */
  | { readonly code: 'forbidden' }
  | { readonly code: 'not-found' }
  /** The subject has changed since the person saw it. */
  | { readonly code: 'conflict' }
  /** The state of the subject does not allow the action. */
  | { readonly code: 'refused'; readonly reason: RefusedReason; readonly invoiceID?: string }

export type ActionResult = Result<AuditEntry, ActionProblem>

/** The input of a form or command: its own key, and the version that it showed. */
export type ActionInput = {
  /** At least 128 random bits. */
  readonly idempotencyKey: string
  readonly version: number
}

/** The effects of an allowed action, and details for the audit. */
export type ActionPlan = {
  readonly details: TimelineDetails
  /** Returns the statements of the action. */
  readonly effects: (entry: AuditEntry) => readonly D1PreparedStatement[]
  /** A condition of the transaction in addition to the version. */
  readonly condition?: Sql
}

/** What an action does, or why it does nothing. */
export type ActionOutcome = Result<ActionPlan, ActionProblem>

type ActionRequest = ActionInput & {
  readonly action: Action
  readonly subject: AuditSubject
  /** Everything that the person entered, as JSON. A repeated key with other input is refused. */
  readonly input: unknown
}

/** An action of the back office. Its form calls it with a key, a version, and what was entered. */
export type StaffAction<Input> = (
  context: ActionContext,
  staff: StaffMember,
  input: ActionInput & Input,
) => Promise<ActionResult>

export type PlannedAction<Input> = {
  readonly context: ActionContext
  readonly staff: StaffMember
  readonly input: ActionInput & Input
}

type StaffActionDefinition<Input> = {
  readonly action: Action | ((input: Input) => Action)
  readonly subject: (input: Input) => AuditSubject
  readonly plan: (planned: PlannedAction<Input>) => Promise<ActionOutcome>
  /** Continues after the transaction, also when a form is sent again. */
  readonly after?: ((context: ActionContext, input: Input) => Promise<void>) | undefined
}

/** Defines an action that `performAction` performs. */
export function defineStaffAction<Input extends object>({
  action,
  subject,
  plan,
  after,
}: StaffActionDefinition<Input>): StaffAction<Input> {
  return async (context, staff, input) => {
    const { idempotencyKey, version, ...entered } = input
    const request = {
      action: typeof action === 'string' ? action : action(input),
      subject: subject(input),
      idempotencyKey,
      version,
      input: entered,
    }
    const planned = { context, staff, input }
    const result = await performAction(context, staff, request, async () => plan(planned))
    if (result.ok) await after?.(context, input)
    return result
  }
}

/**
 * The state of the subject does not allow the action.
 * @param invoiceID the order that prevents it, if that is not the subject
 */
export function refused(reason: RefusedReason, invoiceID?: string): Err<ActionProblem> {
  return err({ code: 'refused', reason, ...(invoiceID !== undefined && { invoiceID }) })
}

/**
 * Performs an action once, in one transaction with its audit row. The same idempotency key returns
 * the same row, or is refused for another subject or input. `plan` reads the subject and returns
 * the effects or a refusal. The transaction fails with a conflict if the version or the plan's
 * condition has changed.
 */
export async function performAction(
  context: ActionContext,
  staff: StaffMember,
  request: ActionRequest,
  plan: () => Promise<ActionOutcome>,
): Promise<ActionResult> {
  if (!mayDo(staff, request.action)) return err({ code: 'forbidden' })
  const known = await findEarlierAnswer(context, request)
  if (known) return known
  const version = await versionOf(context.db, request.subject)
  const planned = await planFor(request, version, plan)
  // A parallel request with the same key may have changed the subject.
  if (!planned.ok) return (await findEarlierAnswer(context, request)) ?? planned
  return commit(context, staff, request, planned.value)
}

async function planFor(
  request: ActionRequest,
  version: number | null,
  plan: () => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  if (version === null) return err({ code: 'not-found' })
  return version === request.version ? plan() : err({ code: 'conflict' })
}

async function commit(
  context: ActionContext,
  staff: StaffMember,
  request: ActionRequest,
  { details, effects, condition }: ActionPlan,
): Promise<ActionResult> {
  const { db, now } = context
  const { action, subject, idempotencyKey, version } = request
  const entry = { id: secretID(), at: now.toISOString(), staff, action, subject, details }
  const isCurrent = sql`(${versionSql(subject)}) = ${version}`
  const holds = condition ? sql`${isCurrent} AND ${condition}` : isCurrent
  try {
    await db.batch([
      insertAudit(db, entry, {
        idempotencyKey,
        inputHash: await hashInput(context, request),
        condition: holds,
      }),
      ...effects(entry),
    ])
    return ok(entry)
  } catch (error) {
    const known = await findEarlierAnswer(context, request)
    if (known) return known
    if (!(await isTrue(db, holds))) return err({ code: 'conflict' })
    throw error
  }
}

async function findEarlierAnswer(context: ActionContext, request: ActionRequest) {
  const { action, subject } = request
  const known = await auditByKey(context, request.idempotencyKey)
  if (known === null) return null
  const { entry, inputHash } = known
  const isSame =
    entry.action === action &&
    entry.subject.kind === subject.kind &&
    entry.subject.id === subject.id &&
    (inputHash === null || inputHash === (await hashInput(context, request)))
  return isSame ? ok(entry) : refused('key-used')
}

/** Uses a secret, because audit rows are never erased, and input can be an address or a note. */
async function hashInput(
  { config }: Pick<ActionContext, 'config'>,
  { idempotencyKey, input }: ActionRequest,
): Promise<string> {
  return hmac(config.CODE_PEPPER, JSON.stringify([idempotencyKey, input], sortNumbers))
}

/** Positions of lines mean the same in any order. */
function sortNumbers(_: string, value: unknown): unknown {
  const isNumbers = Array.isArray(value) && value.every((each) => typeof each === 'number')
  return isNumbers ? value.toSorted((one, other) => one - other) : value
}

/** Evaluates an SQL condition outside of a transaction. */
export async function isTrue(db: D1Database, condition: Sql): Promise<boolean> {
  return (await readRow(db)`SELECT 1 WHERE ${condition}`) !== null
}

/** SQL: the version of the message `o` in the outbox. */
export const messageVersion = sql`(SELECT count(*) FROM audit a
  WHERE a.subject_kind = 'message' AND a.subject_id = o.id)`

/** SQL: the version of the review `r`. */
export const reviewVersion = sql`(SELECT count(*) FROM audit a
  WHERE a.subject_kind = 'review' AND a.subject_id = r.id)`

/** SQL: the version of a subject. A subject without a row has the number of its actions. */
function versionSql({ kind, id }: AuditSubject): Sql {
  const actions = sql`SELECT count(*) AS version FROM audit
    WHERE subject_kind = ${kind} AND subject_id = ${id}`
  switch (kind) {
    case 'invoice':
      return sql`SELECT version FROM order_versions WHERE order_id = ${id}`
    case 'partner':
      return sql`SELECT version FROM partner_versions WHERE partner_id = ${id}`
    case 'plan':
      return sql`SELECT version FROM plan_versions WHERE plan_id = ${id}`
    case 'review':
      return sql`SELECT ${reviewVersion} AS version FROM reviews r WHERE r.id = ${id}`
    case 'message':
      return sql`SELECT ${messageVersion} AS version FROM outbox o WHERE o.id = ${id}`
    case 'person':
      return sql`SELECT 0 AS version`
    case 'text':
      // These do not change the text, so open forms stay valid.
      return sql`${actions} AND action NOT IN ('move-question', 'test-text')`
    case 'import':
    case 'outbox':
    case 'price-book':
    case 'promo-code':
    case 'supplier':
    case 'voucher':
    case 'webhook':
    case 'vat-rates':
    case 'api-key':
      return actions
  }
}

/** Returns null when the subject does not exist. */
export async function versionOf(db: D1Database, subject: AuditSubject): Promise<number | null> {
  const row = await readRow<{ version: number }>(db)`${versionSql(subject)}`
  return row?.version ?? null
}
