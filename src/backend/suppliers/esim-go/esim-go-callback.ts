import { equalInConstantTime, hmac } from '../../hashing.ts'
import { parseJson } from '../../parse-json.ts'
import { malformedBody, unprovenSender } from '../../webhook-problem.ts'
import type { SupplierReport } from '../supplier.ts'
import { emptyReport, usageReport } from '../webhook-reports.ts'
import type { EsimGoApi } from './esim-go-api.ts'
import { callback } from './esim-go-objects.ts'
import { readUsage } from './esim-go-usage.ts'

/**
 * Verifies a callback of version 3 and reads the usage of its eSIM. Rejects callbacks of version 2,
 * which have no signature.
 */
export async function receiveCallback(
  api: EsimGoApi,
  apiKey: string,
  request: Request,
  now: Date,
): Promise<SupplierReport> {
  const body = await request.text()
  const signature = request.headers.get('X-Signature-SHA256') ?? ''
  if (!(await isSignedBy(apiKey, body, signature))) return emptyReport(401, unprovenSender)
  const parsed = callback.safeParse(parseJson(body))
  if (!parsed.success) return emptyReport(200, malformedBody(parsed.error))
  const { iccid } = parsed.data
  if (!iccid) return emptyReport(200)
  return usageReport(async () => readUsage(api, [iccid], now))
}

/** The guide shows the signature in hex, but the API reference shows it in base64. */
async function isSignedBy(apiKey: string, body: string, signature: string): Promise<boolean> {
  const hex = await hmac(apiKey, body)
  const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const base64 = btoa(String.fromCodePoint(...bytes))
  return equalInConstantTime(signature, hex) || equalInConstantTime(signature, base64)
}
