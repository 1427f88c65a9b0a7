import { logEvent } from '../../../domain/log-event.ts'
import { equalInConstantTime, hmac } from '../../hashing.ts'
import { SupplierError } from '../supplier.ts'
import type { SupplierReport } from '../supplier.ts'
import type { EsimGoApi } from './esim-go-api.ts'
import { callback } from './esim-go-objects.ts'
import { usageOf } from './esim-go-usage.ts'

/**
 * Verifies a callback of version 3 and queries the usage it is about. Callbacks of version 2 have
 * no signature and are refused.
 */
export async function receiveCallback(
  api: EsimGoApi,
  apiKey: string,
  request: Request,
  now: Date,
): Promise<SupplierReport> {
  const body = await request.text()
  const signature = request.headers.get('X-Signature-SHA256') ?? ''
  if (!(await isSignedBy(apiKey, body, signature))) return reportOf(401)
  const parsed = callback.safeParse(jsonOf(body))
  // Notifications about the account have no ICCID.
  if (!parsed.success) return reportOf(200)
  try {
    return { ...reportOf(200), usage: await usageOf(api, [parsed.data.iccid], now) }
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    logEvent({ event: 'supplier-webhook-postponed', error: error.message })
    return reportOf(503)
  }
}

/** The guide shows the signature in hex, the API reference in base64. */
async function isSignedBy(apiKey: string, body: string, signature: string): Promise<boolean> {
  const hex = await hmac(apiKey, body)
  const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const base64 = btoa(String.fromCodePoint(...bytes))
  return equalInConstantTime(signature, hex) || equalInConstantTime(signature, base64)
}

function reportOf(status: number): SupplierReport {
  return { references: [], usage: [], response: new Response(null, { status }) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
