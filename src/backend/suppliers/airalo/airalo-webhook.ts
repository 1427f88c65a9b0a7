import { logEvent } from '../../../domain/log-event.ts'
import { equalInConstantTime, hmac } from '../../hashing.ts'
import { SupplierError } from '../supplier.ts'
import type { SupplierReport } from '../supplier.ts'
import type { AiraloApi } from './airalo-api.ts'
import { referenceOfKey } from './airalo-lookup.ts'
import { notification } from './airalo-objects.ts'
import { readUsage } from './airalo-usage.ts'

/**
 * Reads a notification: an asynchronous order is ready or has failed, an eSIM is almost used up, or
 * the credit is. Nothing in it is believed: it says what to read from the API. Airalo repeats it 20
 * times, every 15 minutes, until the answer is 200.
 */
export async function receiveNotification(
  api: AiraloApi,
  clientSecret: string,
  request: Request,
  now: () => Date,
): Promise<SupplierReport> {
  const body = await request.text()
  if (!(await isSigned(request, body, clientSecret))) return emptyReport(401)
  const parsed = notification.safeParse(jsonOf(body))
  if (!parsed.success) return emptyReport(400)
  const told = 'data' in parsed.data ? parsed.data.data : parsed.data
  if ('iccid' in told) return reportUsage(api, told.iccid, now)
  const key = 'request_id' in told ? told.description : null
  return { ...emptyReport(200), references: key ? [referenceOfKey(key)] : [] }
}

async function reportUsage(
  api: AiraloApi,
  iccid: string,
  now: () => Date,
): Promise<SupplierReport> {
  try {
    return { ...emptyReport(200), usage: await readUsage(api, [iccid], now) }
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    logEvent({ event: 'supplier-webhook-postponed', error: error.message })
    return emptyReport(503)
  }
}

/** HMAC-SHA-512 of the body with the client secret, in hexadecimal. It has no time. */
async function isSigned(request: Request, body: string, secret: string): Promise<boolean> {
  const given = request.headers.get('airalo-signature') ?? ''
  return equalInConstantTime(given.toLowerCase(), await hmac(secret, body, 'SHA-512'))
}

function emptyReport(status: number): SupplierReport {
  return { references: [], usage: [], response: new Response(null, { status }) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
