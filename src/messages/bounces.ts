import { erased } from '../kit/email.shared.ts'
import type { BackendContext, DataContext } from '../context.ts'
import type { BounceReport } from './carrier.ts'
import { mailWebhookPath } from '../api/links.ts'
import { logWebhookProblem } from '../kit/webhooks.ts'
import { prepare } from '../kit/sql.ts'

/**
 * Marks messages as bounced. A report with an unknown id applies to the newest email to its
 * recipient. A repeated report changes nothing. Skips erased people, because the reason usually
 * contains the address.
 */
export async function recordBounces(
  { db, now }: DataContext,
  reports: readonly BounceReport[],
): Promise<void> {
  if (reports.length === 0) return
  await db.batch(
    reports.map(
      ({ reference, recipient, reason }) =>
        prepare(db)`UPDATE outbox SET bounced_at = ${now}, bounce_reason = ${reason}
          WHERE bounced_at IS NULL AND recipient <> ${erased} AND id = (
            SELECT id FROM (
              SELECT id, created_at, 1 AS is_exact FROM outbox WHERE reference = ${reference}
              UNION ALL
              SELECT id, created_at, 0 FROM outbox
              WHERE recipient = ${recipient} AND kind = 'mail' AND attempts > 0)
            ORDER BY is_exact DESC, created_at DESC LIMIT 1)`,
    ),
  )
}

/** Records that a carrier refused a message because of its recipient. */
export function markRefused(
  db: D1Database,
  id: string,
  reason: string,
  now: Date,
): D1PreparedStatement {
  return prepare(db)`UPDATE outbox SET bounced_at = ${now}, bounce_reason = ${reason}
    WHERE id = ${id}`
}

/** Processes a webhook of MAIL_CARRIER about mail that did not arrive. */
export async function receiveBounces(
  context: BackendContext,
  carrierID: string,
  request: Request,
): Promise<Response> {
  const { mail } = context.carriers
  if (mail?.id !== carrierID) return new Response(null, { status: 404 })
  const reports = await mail.receive(request, context.now)
  if (!reports.ok) {
    logWebhookProblem(mailWebhookPath + carrierID, reports.error)
    return new Response(null, { status: reports.error.part === 'sender' ? 401 : 422 })
  }
  await recordBounces(context, reports.value)
  return new Response(null, { status: 200 })
}
