import type { AlertKind } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'

export type OpenAlert = {
  readonly kind: AlertKind
  readonly subject: string
  /** Null when the subject is not an order. */
  readonly invoiceID: string | null
  readonly detail: string
  readonly since: string
}

const openColumns = 'kind, subject, invoice_id AS invoiceID, detail, since'

/** Returns the open alerts of an order, newest first. */
export async function openAlertsOf(
  { db }: Pick<BackendContext, 'db'>,
  invoiceID: string,
): Promise<OpenAlert[]> {
  const { results } = await db
    .prepare(
      `SELECT ${openColumns} FROM alerts WHERE ended_at IS NULL AND invoice_id = ?
      ORDER BY since DESC, kind`,
    )
    .bind(invoiceID)
    .all<OpenAlert>()
  return results
}

/** Returns up to 100 open alerts, newest first. */
export async function openAlerts({ db }: Pick<BackendContext, 'db'>): Promise<OpenAlert[]> {
  const { results } = await db
    .prepare(
      `SELECT ${openColumns} FROM alerts WHERE ended_at IS NULL
      ORDER BY since DESC, kind, subject LIMIT 100`,
    )
    .all<OpenAlert>()
  return results
}
