import type { AlertKind } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'

export type OpenAlert = {
  readonly kind: AlertKind
  readonly subject: string
  readonly detail: string
  readonly since: string
}

/** The conditions of one subject that need a person now, the newest first. */
export async function openAlertsOf(
  { db }: Pick<BackendContext, 'db'>,
  subject: string,
): Promise<OpenAlert[]> {
  const { results } = await db
    .prepare(
      `SELECT kind, subject, detail, since FROM alerts WHERE ended_at IS NULL AND subject = ?
      ORDER BY since DESC, kind`,
    )
    .bind(subject)
    .all<OpenAlert>()
  return results
}

/** Up to 100 conditions that need a person now, the newest first. */
export async function openAlerts({ db }: Pick<BackendContext, 'db'>): Promise<OpenAlert[]> {
  const { results } = await db
    .prepare(
      `SELECT kind, subject, detail, since FROM alerts WHERE ended_at IS NULL
      ORDER BY since DESC, kind, subject LIMIT 100`,
    )
    .all<OpenAlert>()
  return results
}
