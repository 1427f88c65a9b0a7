import { logEvent } from '../../domain/log-event.ts'
import type { WebhookProblem } from '../webhook-problem.ts'
import { SupplierError } from './supplier-error.ts'
import type { SupplierReport, SupplierUsage } from './supplier.ts'

/** A report without orders and usage, with the status of the response. */
export function emptyReport(status: number, problem: WebhookProblem | null = null): SupplierReport {
  return { references: [], usage: [], problem, response: new Response(null, { status }) }
}

/**
 * Reads the usage that a webhook is about from the supplier's API. Responds with 503 if that fails,
 * so that the supplier sends the webhook again.
 */
export async function usageReport(
  read: () => Promise<readonly SupplierUsage[]>,
): Promise<SupplierReport> {
  try {
    return { ...emptyReport(200), usage: await read() }
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    logEvent({ event: 'supplier-webhook-postponed', error: error.message })
    return emptyReport(503)
  }
}
