import type { z } from 'zod'
import { parseJson } from '../kit/db.ts'
import { SupplierError, type SupplierReport, type SupplierUsage } from './supplier.ts'
import { logEvent } from '../kit/log.ts'
import type { WebhookProblem } from '../kit/webhooks.ts'

/** Returns the value as unknown unless it is one of the known ones, or not stated. */
export function unknownIn(name: string, value: unknown, known: readonly unknown[]): string[] {
  const isStated = value !== null && value !== undefined && value !== ''
  return isStated && !known.includes(value) ? [`${name} ${JSON.stringify(value)}`] : []
}

/** Sends a request with a deadline. */
export type SupplierFetch = (request: Request) => Promise<Response>

/** A response other than 408, 429 and 5xx. `json` is null when the body is not JSON. */
export type SupplierAnswer = {
  readonly status: number
  readonly json: unknown
  readonly text: string
}

type SupplierCall = {
  readonly supplier: string
  readonly fetch: SupplierFetch
  readonly request: Request
  /** Statuses of 500 or more that the API documents as normal responses. */
  readonly documented?: readonly number[]
}

/**
 * Sends a request once. Throws a `SupplierError` with the outcome `not-executed` for 429. The
 * outcome is `unknown` for 408 and 5xx, for an incomplete response, and for 200 with a body that is
 * not JSON.
 */
export async function callSupplier({
  supplier,
  fetch,
  request,
  documented = [],
}: SupplierCall): Promise<SupplierAnswer> {
  const { response, text } = await fetchText(supplier, fetch, request)
  const { status } = response
  const options = { retryAfter: secondsOf(response.headers.get('Retry-After')) }
  if (status === 429)
    throw new SupplierError(supplier, 'not-executed', 'returned 429, too many calls', options)
  // A proxy may send 408 after the complete request has arrived.
  if (status === 408 || (status >= 500 && !documented.includes(status)))
    throw new SupplierError(supplier, 'unknown', `returned ${status}`, options)
  const json = parseJson(text)
  if (status < 400 && json === null)
    throw new SupplierError(supplier, 'unknown', `returned ${status} with a body that is not JSON`)
  return { status, json, text }
}

async function fetchText(
  supplier: string,
  fetch: SupplierFetch,
  request: Request,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(request)
    return { response, text: await response.text() }
  } catch (cause) {
    throw new SupplierError(supplier, 'unknown', 'no complete response', { cause })
  }
}

/** Parses Retry-After in seconds. Ignores a date or an invalid value. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) : null
}

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

/** Returns the objects that a schema matches. One unknown format must not stop a sync. */
export function parseEach<T>(
  supplier: string,
  schema: z.ZodType<T>,
  objects: readonly unknown[],
): T[] {
  return objects.flatMap((object) => {
    const parsed = schema.safeParse(object)
    if (parsed.success) return [parsed.data]
    const field = parsed.error.issues[0]?.path.join('.')
    logEvent({ event: 'supplier-plan-skipped', supplier, field })
    return []
  })
}
