import type { AuditSubject, SqlCondition } from './audit.ts'

/** SQL: the version of the message `o` in the outbox. */
export const messageVersion = `(SELECT count(*) FROM audit a
  WHERE a.subject_kind = 'message' AND a.subject_id = o.id)`

const versionSql: { readonly [Kind in AuditSubject['kind']]: string } = {
  invoice: 'SELECT version FROM invoice_versions WHERE invoice_id = ?',
  partner: 'SELECT version FROM referrer_versions WHERE referrer_id = ?',
  review: 'SELECT version FROM review_versions WHERE review_id = ?',
  person: 'SELECT 0 AS version WHERE ? IS NOT NULL',
  message: `SELECT ${messageVersion} AS version FROM outbox o WHERE o.id = ?`,
  outbox: countActions('outbox'),
  // A move does not change the text of a question, so open forms stay valid.
  text: `${countActions('text')} AND action <> 'move-question'`,
  plan: 'SELECT version FROM plan_versions WHERE tariff_id = ?',
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
export function versionCondition({ kind, id }: AuditSubject, version: number): SqlCondition {
  return { sql: `(${versionSql[kind]}) = ?`, params: [id, version] }
}
