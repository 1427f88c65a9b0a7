import { clientAddressIn } from '../../../domain/client-address.ts'
import { parseJson } from '../../parse-json.ts'
import { malformedBody, unprovenSender } from '../../webhook-problem.ts'
import type { SupplierReport } from '../supplier.ts'
import { emptyReport, usageReport } from '../webhook-reports.ts'
import type { EsimAccessApi } from './esim-access-api.ts'
import { notification } from './esim-access-objects.ts'
import { readUsage } from './esim-access-usage.ts'

/** https://docs.esimaccess.com, "IP Whitelist", read in November 2026. */
const addresses = ['3.1.131.226', '54.254.74.88', '18.136.190.97', '18.136.60.197', '18.136.19.137']

const usageTypes = ['ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE']

/**
 * Webhooks have no signature. The sender must have one of the published addresses, and the shop
 * reads the data from the API.
 */
export async function receiveNotification(
  api: EsimAccessApi,
  request: Request,
  now: Date,
): Promise<SupplierReport> {
  if (!addresses.includes(clientAddressIn(request.headers))) return emptyReport(403, unprovenSender)
  const parsed = notification.safeParse(parseJson(await request.text()))
  if (!parsed.success) return emptyReport(400, malformedBody(parsed.error))
  const { notifyType, content } = parsed.data
  if (notifyType === 'ORDER_STATUS' && content?.orderNo)
    return { ...emptyReport(200), references: [content.orderNo] }
  const iccid = content?.iccid
  if (!usageTypes.includes(notifyType) || !iccid) return emptyReport(200)
  return usageReport(async () => readUsage(api, [iccid], now))
}
