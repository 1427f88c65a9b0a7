import { countUnproven } from '../api/webhook.ts'
import type { BackendContext } from '../context.ts'
import { storeUsage } from '../esims/usage.ts'
import { notifyOfUsage } from '../esims/usage-mails.ts'
import { supplierWebhookPath } from '../api/links.ts'
import { logWebhookProblem } from '../kit/webhooks.ts'
import { prepare } from '../kit/sql.ts'

/**
 * Receives a webhook from a supplier. Makes the named orders due, so that the shop reads them from
 * the API, and stores usage.
 */
export async function receiveReport(
  context: Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'>,
  supplierID: string,
  request: Request,
): Promise<Response> {
  const { db, now, suppliers } = context
  const supplier = suppliers.find(({ id }) => id === supplierID)
  if (!supplier) return new Response(null, { status: 404 })
  const { references, usage, problem, response } = await supplier.receive(request)
  const path = supplierWebhookPath + supplierID
  if (problem) logWebhookProblem(path, problem)
  await countUnproven(db, path, problem, now)
  if (references.length > 0) await makeDue(db, supplierID, references, now).run()
  if (usage.length > 0) {
    await db.batch(usage.map((each) => storeUsage(db, supplierID, each)))
    await notifyOfUsage(
      context,
      usage.map(({ iccid }) => iccid),
    )
  }
  return response
}

/** Suppliers test the address with a HEAD request before they use it. */
export function answerTest(
  { suppliers }: Pick<BackendContext, 'suppliers'>,
  supplierID: string,
): Response {
  const isOn = suppliers.some(({ id }) => id === supplierID)
  return new Response(null, { status: isOn ? 200 : 404 })
}

function makeDue(db: D1Database, supplierID: string, references: readonly string[], now: Date) {
  return prepare(db)`UPDATE purchases SET next_try_at = ${now}
    WHERE supplier = ${supplierID} AND reference IN (SELECT value
      FROM json_each(${JSON.stringify(references)}))
      AND status = 'accepted' AND next_try_at > ${now}`
}
