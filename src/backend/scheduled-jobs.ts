import { backendConfig } from '../config/backend-config.ts'
import type { Bindings } from '../config/bindings.ts'
import { sendOutbox } from './mail/send-outbox.ts'
import { deliverPaidInvoices } from './orders/delivery.ts'

/**
 * Runs every minute: delivers paid invoices that are still without an eSIM, sends the outbox and
 * deletes expired sessions, sign-in codes and rate limits.
 */
export async function runScheduledJobs(env: Bindings, now: Date): Promise<void> {
  const { DB: db } = env
  const config = backendConfig(env)
  await deliverPaidInvoices({ db, config, now })
  await sendOutbox(db, config, now)
  await deleteExpired(db, now)
}

async function deleteExpired(db: D1Database, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString()
  await db.batch([
    db.prepare('DELETE FROM sessions WHERE expires_at < ?').bind(now.toISOString()),
    db.prepare('DELETE FROM sign_in_codes WHERE expires_at < ?').bind(hourAgo),
    db.prepare('DELETE FROM rate_limits WHERE hour < ?').bind(hourAgo.slice(0, 13)),
  ])
}
