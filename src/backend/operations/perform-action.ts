import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { BackendContext } from '../context.ts'
import { auditByKey, insertAudit } from './audit.ts'
import type { AuditEntry, AuditSubject, SqlCondition } from './audit.ts'
import { mayDo } from './staff.ts'
import type { TimelineDetails } from './timeline-details.ts'
import type { Action, StaffMember } from './staff.ts'

/** What an action runs with. A command has no providers and suppliers: the scheduled job calls them. */
export type ActionContext = Pick<
  BackendContext,
  'db' | 'config' | 'now' | 'providers' | 'suppliers'
>

export type ActionProblem =
  /** The role must not do it. */
  | { readonly code: 'forbidden' }
  | { readonly code: 'not-found' }
  /** The subject has changed since it was shown. */
  | { readonly code: 'conflict' }
  /** The state of the subject forbids it. */
  | { readonly code: 'refused'; readonly reason: RefusedReason }

export type RefusedReason =
  /** The key belongs to another action. */
  | 'key-used'
  | 'frozen'
  | 'not-frozen'
  /** There is no eSIM, or it is blocked. */
  | 'not-delivered'
  | 'not-paid'
  | 'same-address'
  /** The eSIM has been used. */
  | 'used'
  /** The supplier does not report whether the eSIM has been used. */
  | 'usage-unknown'
  /** The eSIM has top-ups. */
  | 'topped-up'
  /** An order has ten lines at most, with those that were replaced. */
  | 'too-many-lines'
  /** Part of the money was returned, so nothing more can be delivered. */
  | 'partly-refunded'
  | 'same-plan'
  | 'not-on-sale'
  /** The other plan costs more than the customer paid for this one. */
  | 'dearer'
  | 'no-amount'
  /** The withdrawal is approved already, or must be approved first. */
  | 'approved'
  | 'not-approved'
  /** The withdrawal is paid or rejected. */
  | 'decided'
  /** The review is approved or refused already. */
  | 'same-decision'
  | 'nothing-to-refund'
  /** The payments of the order hold less than the amount. */
  | 'more-than-held'
  /** An order of the person can still change, or a partner has a balance. */
  | 'orders-unfinished'
  /** There is a text with this name. */
  | 'name-used'
  /** A legal text, without which the shop must not sell. */
  | 'needed'
  /** Staff added the text: no version of it ships. */
  | 'not-shipped'
  /** The visitor's address was deleted with the message. */
  | 'no-address'
  | 'answered'
  | 'not-answered'
  /** The message was sent, or the shop is still trying to send it. */
  | 'not-given-up'
  /** Staff took the plan off sale already, or did not. */
  | 'off-sale'
  | 'not-off-sale'
  /** Every plan needs a price in the base currency. */
  | 'no-base-price'
  /** The price of a supplier's plan follows from its cost, which the next sync brings. */
  | 'cost-unknown'
  /** A price is 0, seems to be in another currency, or changes by more than half. */
  | 'suspicious-price'
  /** The next sync would undo it. */
  | 'described-by-supplier'
  | 'no-such-source'
  /** The file was imported already, or has expired. */
  | 'draft-expired'
  /** Only the command can import as many rows. */
  | 'import-too-large'
  | 'suspicious-import'
  /** A promo code is never used again, also after it has ended. */
  | 'code-exists'
  | 'code-ended'
  | 'unknown-plan'
  | 'unknown-country'
  | 'unknown-supplier'
  /** Only a held supplier order needs a decision. */
  | 'not-held'
  /** The supplier cannot search its orders, so that a retry could buy a second eSIM. */
  | 'blind-retry'
  | 'no-such-rule'
  /** Only the command can change so many prices. */
  | 'too-many-prices'
  /** The catalogue of a supplier changes more plans than a page writes, or has too many pages. */
  | 'sync-too-large'
  | 'suspicious-sync'
  /** A supplier's catalogue was compared too often within an hour. */
  | 'too-many-comparisons'

export type ActionResult = Result<AuditEntry, ActionProblem>

/** Every form and command has a key of its own, and the version that it showed. */
export type ActionInput = {
  /** At least 128 random bits. */
  readonly idempotencyKey: string
  readonly version: number
}

/** An action that can be done: its effects, and facts for the audit. */
export type ActionPlan = {
  readonly details: TimelineDetails
  /** Gets the id and the time of the audit row. */
  readonly effects: (entry: AuditEntry) => readonly D1PreparedStatement[]
  /** Conditions of the transaction in addition to the version. */
  readonly condition?: SqlCondition
}

type ActionRequest = ActionInput & {
  readonly action: Action
  readonly subject: AuditSubject
}

/**
 * Performs an action once, in one transaction with its audit row. The same key returns the same
 * row. `plan` reads the subject and decides. If anything it depends on has changed by the time of
 * the transaction, nothing is done.
 */
export async function performAction(
  context: ActionContext,
  staff: StaffMember,
  request: ActionRequest,
  plan: () => Promise<Result<ActionPlan, ActionProblem>>,
): Promise<ActionResult> {
  if (!mayDo(staff, request.action)) return err({ code: 'forbidden' })
  const known = await earlierAnswer(context, request)
  if (known) return known
  const version = await versionOf(context.db, request.subject)
  const planned = await planFor(request, version, plan)
  // The same form may have been sent twice at the same moment.
  if (!planned.ok) return (await earlierAnswer(context, request)) ?? planned
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
  const isCurrent = unchanged(subject, version)
  const holds = condition
    ? {
        sql: `${isCurrent.sql} AND ${condition.sql}`,
        params: [...isCurrent.params, ...condition.params],
      }
    : isCurrent
  try {
    await db.batch([
      insertAudit(db, entry, { idempotencyKey, condition: holds }),
      ...effects(entry),
    ])
    return ok(entry)
  } catch (error) {
    const known = await earlierAnswer(context, request)
    if (known) return known
    if (!(await isTrue(db, holds))) return err({ code: 'conflict' })
    throw error
  }
}

async function earlierAnswer(
  context: ActionContext,
  { action, subject, idempotencyKey }: ActionRequest,
): Promise<ActionResult | null> {
  const entry = await auditByKey(context, idempotencyKey)
  if (entry === null) return null
  const isSame =
    entry.action === action &&
    entry.subject.kind === subject.kind &&
    entry.subject.id === subject.id
  return isSame ? ok(entry) : err({ code: 'refused', reason: 'key-used' })
}

const versionSql: { readonly [Kind in AuditSubject['kind']]: string } = {
  invoice: 'SELECT version FROM invoice_versions WHERE invoice_id = ?',
  partner: 'SELECT version FROM referrer_versions WHERE referrer_id = ?',
  review: 'SELECT version FROM review_versions WHERE review_id = ?',
  person: 'SELECT 0 AS version WHERE ? IS NOT NULL',
  message: `SELECT (SELECT count(*) FROM audit a
      WHERE a.subject_kind = 'message' AND a.subject_id = o.id) AS version
    FROM outbox o WHERE o.id = ?`,
  text: `SELECT count(*) AS version FROM audit WHERE subject_kind = 'text' AND subject_id = ?`,
  plan: 'SELECT version FROM plan_versions WHERE tariff_id = ?',
  import: countActions('import'),
  'promo-code': countActions('promo-code'),
  'price-book': countActions('price-book'),
  supplier: countActions('supplier'),
}

/** SQL: the number of staff actions on a subject without a row of its own. */
function countActions(kind: AuditSubject['kind']): string {
  return `SELECT count(*) AS version FROM audit WHERE subject_kind = '${kind}' AND subject_id = ?`
}

/** Null: there is no such subject. */
export async function versionOf(
  db: D1Database,
  { kind, id }: AuditSubject,
): Promise<number | null> {
  return db.prepare(versionSql[kind]).bind(id).first<number>('version')
}

function unchanged({ kind, id }: AuditSubject, version: number): SqlCondition {
  return { sql: `(${versionSql[kind]}) = ?`, params: [id, version] }
}

async function isTrue(db: D1Database, { sql, params }: SqlCondition): Promise<boolean> {
  return (
    (await db
      .prepare(`SELECT 1 WHERE ${sql}`)
      .bind(...params)
      .first()) !== null
  )
}
