import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { auditByKey, insertAudit } from './audit.ts'
import type { AuditEntry, AuditSubject, SqlCondition, TimelineDetails } from './audit.ts'
import type { RefusedReason } from './refused-reason.ts'
import { mayDo } from './staff.ts'
import type { Action, StaffMember } from './staff.ts'

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
  | { readonly code: 'refused'; readonly reason: RefusedReason }

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
  readonly condition?: SqlCondition
}

type ActionRequest = ActionInput & {
  readonly action: Action
  readonly subject: AuditSubject
  /** Everything that the person entered, as JSON. A repeated key with other input is refused. */
  readonly input: unknown
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
  plan: () => Promise<Result<ActionPlan, ActionProblem>>,
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
  plan: () => Promise<Result<ActionPlan, ActionProblem>>,
): Promise<Result<ActionPlan, ActionProblem>> {
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
  const isCurrent = versionCondition(subject, version)
  const holds = condition
    ? {
        sql: `${isCurrent.sql} AND ${condition.sql}`,
        params: [...isCurrent.params, ...condition.params],
      }
    : isCurrent
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

async function findEarlierAnswer(
  context: ActionContext,
  request: ActionRequest,
): Promise<ActionResult | null> {
  const { action, subject } = request
  const known = await auditByKey(context, request.idempotencyKey)
  if (known === null) return null
  const { entry, inputHash } = known
  const isSame =
    entry.action === action &&
    entry.subject.kind === subject.kind &&
    entry.subject.id === subject.id &&
    (inputHash === null || inputHash === (await hashInput(context, request)))
  return isSame ? ok(entry) : err({ code: 'refused', reason: 'key-used' })
}

/** Uses a secret, because audit rows are never erased, and input can be an address or a note. */
async function hashInput(
  { config }: Pick<ActionContext, 'config'>,
  { idempotencyKey, input }: ActionRequest,
): Promise<string> {
  return hmac(config.CODE_PEPPER, JSON.stringify([idempotencyKey, input]))
}

/** Evaluates an SQL condition outside of a transaction. */
export async function isTrue(db: D1Database, { sql, params }: SqlCondition): Promise<boolean> {
  return (
    (await db
      .prepare(`SELECT 1 WHERE ${sql}`)
      .bind(...params)
      .first()) !== null
  )
}

/** SQL: the version of the message `o` in the outbox. */
export const messageVersion = `(SELECT count(*) FROM audit a
  WHERE a.subject_kind = 'message' AND a.subject_id = o.id)`

/** SQL: the version of the review `r`. */
export const reviewVersion = `(SELECT count(*) FROM audit a
  WHERE a.subject_kind = 'review' AND a.subject_id = r.id)`

const versionSql: { readonly [Kind in AuditSubject['kind']]: string } = {
  invoice: 'SELECT version FROM order_versions WHERE order_id = ?',
  partner: 'SELECT version FROM partner_versions WHERE partner_id = ?',
  review: `SELECT ${reviewVersion} AS version FROM reviews r WHERE r.id = ?`,
  person: 'SELECT 0 AS version WHERE ? IS NOT NULL',
  message: `SELECT ${messageVersion} AS version FROM outbox o WHERE o.id = ?`,
  outbox: countActions('outbox'),
  // A move does not change the text of a question, so open forms stay valid.
  text: `${countActions('text')} AND action <> 'move-question'`,
  plan: 'SELECT version FROM plan_versions WHERE plan_id = ?',
  import: countActions('import'),
  'promo-code': countActions('promo-code'),
  'price-book': countActions('price-book'),
  supplier: countActions('supplier'),
}

/** SQL: the number of staff actions on a subject that has no row with a version. */
function countActions(kind: AuditSubject['kind']): string {
  return `SELECT count(*) AS version FROM audit WHERE subject_kind = '${kind}' AND subject_id = ?`
}

/** Returns null when the subject does not exist. */
export async function versionOf(
  db: D1Database,
  { kind, id }: AuditSubject,
): Promise<number | null> {
  return db.prepare(versionSql[kind]).bind(id).first<number>('version')
}

/** Returns the SQL condition that the subject has this version. */
function versionCondition({ kind, id }: AuditSubject, version: number): SqlCondition {
  return { sql: `(${versionSql[kind]}) = ?`, params: [id, version] }
}
