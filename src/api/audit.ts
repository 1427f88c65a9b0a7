import { z } from 'zod'
import type { StaffRole, Action, StaffMember } from './staff.ts'
import type { BackendContext } from '../context.ts'
import { storedJson } from '../kit/db.ts'
import { prepare, raw, readRow, readRows, type Sql } from '../kit/sql.ts'

export type AuditSubject = {
  readonly kind:
    | 'invoice'
    | 'partner'
    | 'person'
    | 'text'
    | 'message'
    | 'outbox'
    | 'plan'
    | 'import'
    | 'review'
    | 'promo-code'
    | 'voucher'
    | 'price-book'
    | 'supplier'
    | 'webhook'
    | 'vat-rates'
    | 'api-key'
  readonly id: string
}

export type AuditEntry = {
  readonly id: string
  readonly at: string
  readonly staff: StaffMember
  readonly action: Action
  readonly subject: AuditSubject
  readonly details: TimelineDetails
}

type AuditRow = {
  id: string
  at: string
  staff_subject: string
  staff_name: string
  role: StaffRole
  action: Action
  subject_kind: AuditSubject['kind']
  subject_id: string
  details: string
}
const columns = 'id, at, staff_subject, staff_name, role, action, subject_kind, subject_id, details'

type AuditGuard = {
  readonly idempotencyKey: string
  /** Identifies the input of the key's first use. */
  readonly inputHash: string
  /** Must be true in the transaction of the action. */
  readonly condition: Sql
}

/**
 * Records an action. Run it first in the action's batch. If the condition is false or the
 * idempotency key was used before, the statement fails and D1 rolls the batch back.
 */
export function insertAudit(
  db: D1Database,
  { id, at, staff, action, subject, details }: AuditEntry,
  { idempotencyKey, inputHash, condition }: AuditGuard,
): D1PreparedStatement {
  // A NULL id fails the statement, because it violates the primary key.
  return prepare(db)`INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role,
      action, subject_kind, subject_id, details, input_hash)
    VALUES (CASE WHEN ${condition} THEN ${id} END, ${idempotencyKey}, ${at}, ${staff.subject},
      ${staff.name}, ${staff.role}, ${action}, ${subject.kind}, ${subject.id},
      ${JSON.stringify(details)}, ${inputHash})`
}

/**
 * Records an action of a command once per entry. A command that writes several transactions cannot
 * use `performAction`.
 */
export function insertCommandAudit(
  db: Pick<D1Database, 'prepare'>,
  { id, at, staff, action, subject, details }: AuditEntry,
): D1PreparedStatement {
  return prepare(db)`INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role,
      action, subject_kind, subject_id, details)
    VALUES (${id}, ${id}, ${at}, ${staff.subject}, ${staff.name}, ${staff.role}, ${action},
      ${subject.kind}, ${subject.id}, ${JSON.stringify(details)})
    ON CONFLICT DO NOTHING`
}

/** Returns the row of an idempotency key, with the hash of its input. */
export async function auditByKey(
  { db }: Pick<BackendContext, 'db'>,
  idempotencyKey: string,
): Promise<{ readonly entry: AuditEntry; readonly inputHash: string | null } | null> {
  const row = await readRow<AuditRow & { input_hash: string | null }>(db)`SELECT ${raw(columns)},
    input_hash FROM audit WHERE idempotency_key = ${idempotencyKey}`
  return row && { entry: toEntry(row), inputHash: row.input_hash }
}

/** Returns the last 200 actions on a subject, oldest first. */
export async function auditOf({ db }: Pick<BackendContext, 'db'>, { kind, id }: AuditSubject) {
  const results = await readRows<AuditRow>(db)`SELECT * FROM (SELECT ${raw(columns)} FROM audit
    WHERE subject_kind = ${kind} AND subject_id = ${id}
    ORDER BY at DESC LIMIT 200) ORDER BY at`
  return results.map(toEntry)
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    staff: { subject: row.staff_subject, name: row.staff_name, role: row.role },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    details: storedJson(timelineDetails, row.details, {}),
  }
}

/** Details by name. Times are ISO 8601. Staff names are the names at the time of the event. */
export const timelineDetails = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type TimelineDetails = Readonly<z.output<typeof timelineDetails>>
