import { equalInConstantTime, hmac } from '../../hashing.ts'
import { parseJson } from '../../parse-json.ts'
import { malformedBody, unprovenSender } from '../../webhook-problem.ts'
import type { SupplierReport } from '../supplier.ts'
import { emptyReport, usageReport } from '../webhook-reports.ts'
import type { AiraloApi } from './airalo-api.ts'
import { referenceOfKey } from './airalo-lookup.ts'
import { notification } from './airalo-objects.ts'
import { readUsage } from './airalo-usage.ts'

/**
 * Reads a notification: an asynchronous order is ready or has failed, or an eSIM or the credit is
 * almost used up. The shop does not trust the body, and reads the named objects from the API.
 * Airalo sends the notification every 15 minutes, 20 times, until the response is 200.
 */
export async function receiveNotification(
  api: AiraloApi,
  clientSecret: string,
  request: Request,
  now: () => Date,
): Promise<SupplierReport> {
  const body = await request.text()
  if (!(await isSigned(request, body, clientSecret))) return emptyReport(401, unprovenSender)
  const parsed = notification.safeParse(parseJson(body))
  if (!parsed.success) return emptyReport(400, malformedBody(parsed.error))
  const event = 'data' in parsed.data ? parsed.data.data : parsed.data
  if ('iccid' in event) return usageReport(async () => readUsage(api, [event.iccid], now))
  const key = 'request_id' in event ? event.description : null
  return { ...emptyReport(200), references: key ? [referenceOfKey(key)] : [] }
}

/**
 * HMAC-SHA-512 of the body with the client secret, in hexadecimal. The signature covers no time.
 */
async function isSigned(request: Request, body: string, secret: string): Promise<boolean> {
  const given = request.headers.get('airalo-signature') ?? ''
  return equalInConstantTime(given.toLowerCase(), await hmac(secret, body, 'SHA-512'))
}
