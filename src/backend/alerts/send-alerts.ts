import type { BackendConfig } from '../../config/backend-config.ts'
import { logEvent } from '../../domain/log-event.ts'
import { sha256Hex } from '../hashing.ts'
import { insertMessage } from '../mail/outbox.ts'
import { alertNotice } from './alert-notice.ts'
import { dueAlerts, markNoticed } from './due-alerts.ts'

/**
 * Sends one message about all due alerts to SUPPORT_EMAIL and, if it is set, to ALERT_WEBHOOK_URL.
 */
export async function sendAlerts(db: D1Database, config: BackendConfig, now: Date): Promise<void> {
  await mailAlerts(db, config, now)
  if (config.ALERT_WEBHOOK_URL !== null) await postAlerts(db, config, config.ALERT_WEBHOOK_URL, now)
}

async function mailAlerts(db: D1Database, config: BackendConfig, now: Date): Promise<void> {
  const alerts = await dueAlerts(db, 'mailed_at', now)
  if (alerts.length === 0) return
  const { subject, text: body } = alertNotice(alerts, config)
  const states = alerts.map(({ id, noticeAt, endedAt }) => [id, noticeAt, endedAt])
  const mail = {
    kind: 'mail',
    purpose: 'alert',
    // Parallel runs create the same key, so the outbox contains the message once.
    dedupeKey: await sha256Hex(JSON.stringify(states)),
    recipient: config.SUPPORT_EMAIL,
    subject,
    body,
    createdAt: now,
  } as const
  await db.batch([insertMessage(db, mail), markNoticed(db, 'mailed_at', alerts, now)])
}

/** After a failure, the next run posts the alerts that are due then. */
async function postAlerts(
  db: D1Database,
  config: BackendConfig,
  url: string,
  now: Date,
): Promise<void> {
  const alerts = await dueAlerts(db, 'posted_at', now)
  if (alerts.length === 0) return
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(alertNotice(alerts, config)),
      // A redirect can turn the POST into a GET, which loses the alerts.
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    if (!response.ok)
      throw new Error(
        `ALERT_WEBHOOK_URL returned ${response.status}. The shop retries in a minute. Check the URL if this error repeats.`,
      )
  } catch (reason) {
    const error = reason instanceof Error ? reason.message : String(reason)
    logEvent({ event: 'alerts-not-posted', error })
    return
  }
  await markNoticed(db, 'posted_at', alerts, now).run()
}
