import { z } from 'zod'
import type { BackendConfig } from '../settings.ts'
import { time } from '../api/common.ts'
import { iccidPattern } from '../kit/activation-code.ts'
import { runBatch } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { validSecrets } from '../kit/webhooks.ts'
import { usageWebhookPath } from '../api/links.ts'
import { scheduleReviewMail, endOfPlan } from './store-usage.ts'
import { notifyOfUsage } from './usage-mails.ts'

/** Usage report: total MB used and the time of measurement. The shop does not store the id. */
const usageReport = z.object({
  id: z.string().min(8).max(128),
  iccid: z.string().regex(iccidPattern),
  dataUsedMb: z.int().nonnegative(),
  reportedAt: time,
})

export const usageWebhook = {
  path: usageWebhookPath,
  signatureHeader: 'X-Usage-Signature',
  secrets: ({ USAGE_SECRET, USAGE_SECRET_OLD }: BackendConfig) =>
    validSecrets(USAGE_SECRET, USAGE_SECRET_OLD),
  event: usageReport,
  handle: handleUsageReport,
}

/**
 * Stores the usage of a report. The first report starts the validity days. Late and repeated
 * reports do not change the eSIM.
 */
async function handleUsageReport(
  context: BackendContext,
  { iccid, dataUsedMb, reportedAt }: z.output<typeof usageReport>,
): Promise<200 | 404> {
  const { db, now } = context
  const [, esims] = await runBatch(db, [
    db
      .prepare(
        `UPDATE esims SET data_used_mb = max(data_used_mb, ?2), usage_as_of = ?3,
          first_used_at = coalesce(first_used_at, ?3),
          valid_until = coalesce(valid_until, ${endOfPlan('?3')})
        WHERE iccid = ?1 AND (usage_as_of IS NULL OR usage_as_of < ?3)`,
      )
      .bind(iccid, dataUsedMb, reportedAt),
    db.prepare('SELECT iccid FROM esims WHERE iccid = ?').bind(iccid),
    scheduleReviewMail(db, iccid, now),
  ])
  if (esims.results.length === 0) return 404
  await notifyOfUsage(context, [iccid])
  return 200
}
