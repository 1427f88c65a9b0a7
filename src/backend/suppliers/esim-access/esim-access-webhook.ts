import { logEvent } from '../../../domain/log-event.ts'
import { SupplierError } from '../supplier.ts'
import type { SupplierReport } from '../supplier.ts'
import type { EsimAccessApi } from './esim-access-api.ts'
import { notification } from './esim-access-objects.ts'
import { usageOf } from './esim-access-usage.ts'

/** https://docs.esimaccess.com, "IP Whitelist", read in November 2026. */
const addresses = ['3.1.131.226', '54.254.74.88', '18.136.190.97', '18.136.60.197', '18.136.19.137']

const usageTypes = ['ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE']

/**
 * Webhooks have no signature: the sender must have one of the published addresses, and what the
 * webhook says is queried again. Cloudflare sets the header, so a visitor cannot choose it.
 */
export async function receiveNotification(
  api: EsimAccessApi,
  request: Request,
  now: Date,
): Promise<SupplierReport> {
  const address = request.headers.get('CF-Connecting-IP') ?? ''
  if (!addresses.includes(address)) return reportOf(403)
  const parsed = notification.safeParse(await jsonOf(request))
  if (!parsed.success) return reportOf(400)
  const { notifyType, content } = parsed.data
  if (notifyType === 'ORDER_STATUS' && content?.orderNo)
    return { ...reportOf(200), references: [content.orderNo] }
  if (!usageTypes.includes(notifyType) || !content?.iccid) return reportOf(200)
  try {
    return { ...reportOf(200), usage: await usageOf(api, [content.iccid], now) }
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    logEvent({ event: 'supplier-webhook-postponed', error: error.message })
    return reportOf(503)
  }
}

function reportOf(status: number): SupplierReport {
  return { references: [], usage: [], response: new Response(null, { status }) }
}

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return null
  }
}
