import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { countCalls } from '../supply/count-calls.ts'
import type { SupplierUsage } from '../supply/supplier.ts'
import { refreshTopUps } from './top-ups.ts'
import { answerInTime, askSupplier, jobTimeout, visitorTimeout } from './ask-supplier.ts'
import type { EsimSource } from './ask-supplier.ts'
import { isWatched, notifyOfUsage } from './usage-mails.ts'
import { hourMs, minuteMs, isoAfter, isoBefore, dayMs } from '../kit/time.shared.ts'
import { isoTime } from '../kit/sql-text.ts'
import type { BackendConfig } from '../settings.ts'
import { time } from '../api/common.ts'
import { iccidPattern } from '../kit/activation-code.ts'
import { validSecrets } from '../kit/webhooks.ts'
import { usageWebhookPath } from '../api/links.ts'
import { prepare, raw, readRow, runBatch, sql, type Sql } from '../kit/sql.ts'

type UsageContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'>

/** Milliseconds for which an answer is fresh. */
const freshness = 15 * minuteMs
/** Milliseconds between two measurements of a watched eSIM. */
const interval = hourMs
/** Calls that a supplier may need for the usage of one eSIM. */
const callsPerEsim = 2

/**
 * Requests the usage of an eSIM from its supplier, at most every 15 minutes and within the
 * supplier's rate limit. Without an answer, the stored usage does not change.
 * @param timeout milliseconds to wait for the supplier
 */
export async function refreshUsage(
  context: UsageContext,
  esimHash: string,
  timeout = visitorTimeout,
): Promise<void> {
  const source = await sourceOf(context, esimHash)
  if (!source) return
  const { iccid, supplier } = source
  const usage = await askSupplier(context, source, {
    column: 'usage_fresh_until',
    freshness,
    calls: callsPerEsim,
    timeout,
    event: 'usage-unavailable',
    ask: async () => (await supplier.usage([iccid])).find((each) => each.iccid === iccid) ?? null,
  })
  if (usage) await storeAnswer(context, source, usage)
}

/**
 * Requests the usage of an eSIM from its supplier, even if the stored usage is fresh. Returns false
 * when the supplier does not answer, or its rate limit is reached. Returns true when the answer is
 * stored, the supplier no longer has the eSIM, or the eSIM has no active supplier.
 */
export async function measureUsage(context: UsageContext, esimHash: string): Promise<boolean> {
  const source = await sourceOf(context, esimHash)
  if (!source) return true
  const { iccid, supplier } = source
  if (!(await countCalls(context.db, supplier, callsPerEsim, context.now).first())) return false
  const answer = await answerInTime(supplier.usage([iccid]), jobTimeout, 'usage-unavailable')
  const usage = answer?.find((each) => each.iccid === iccid)
  if (usage) await storeAnswer(context, source, usage)
  return answer !== null
}

async function storeAnswer(
  context: UsageContext,
  { iccid, supplier }: EsimSource,
  usage: SupplierUsage,
): Promise<void> {
  const { db, now } = context
  await db.batch([storeUsage(db, supplier.id, usage), scheduleReviewMail(db, iccid, now)])
  await notifyOfUsage(context, [iccid])
}

/**
 * Requests the usage of up to 10 eSIMs whose customers agreed to messages, an hour after the last
 * answer.
 */
export async function refreshWatchedUsage(context: UsageContext): Promise<void> {
  const { db, now } = context
  const due = isoBefore(now, interval - freshness)
  const [, open] = await runBatch(db, [
    prepare(db)`UPDATE esims AS e SET usage_fresh_until = NULL
      WHERE ${raw(isWatched)} AND usage_fresh_until <= ${due}
        AND (coalesce(valid_until, activate_by) <= ${now} OR EXISTS (
          SELECT 1 FROM esim_states s WHERE s.esim_hash = e.esim_hash AND s.is_refunded))`,
    prepare<{ esim_hash: string }>(db)`SELECT esim_hash FROM esims e
      WHERE ${raw(isWatched)} AND usage_fresh_until <= ${due} ORDER BY usage_fresh_until LIMIT 10`,
  ])
  await Promise.all(
    open.results.map(async ({ esim_hash: hash }) => {
      // Refresh top-ups first, because the measurement may send a message that links to them.
      await refreshTopUps(context, hash, jobTimeout)
      await refreshUsage(context, hash, jobTimeout)
      // Postpone an eSIM that was not measured, so that it does not delay other eSIMs. Its supplier
      // may be switched off, for example.
      await prepare(db)`UPDATE esims SET usage_fresh_until = ${isoAfter(now, freshness)}
        WHERE esim_hash = ${hash} AND usage_fresh_until <= ${due}`.run()
    }),
  )
}

/** Returns null when the eSIM's supplier is not active, or the eSIM has no supplier. */
async function sourceOf({ db, suppliers }: UsageContext, esimHash: string) {
  if (suppliers.length === 0) return null
  const found = await readRow<{ iccid: string; freshUntil: string | null; supplier: string }>(
    db,
  )`SELECT
      e.iccid, e.usage_fresh_until AS freshUntil, o.supplier FROM esim_states e
    JOIN purchases o ON o.iccid = e.iccid AND o.kind = 'plan'
    WHERE e.esim_hash = ${esimHash} AND NOT e.is_reused`
  const supplier = suppliers.find(({ id }) => id === found?.supplier)
  return found && supplier ? { ...found, supplier } : null
}

/** SQL over `esims`: the end of a plan that started at a time. */
function endOfPlan(start: string | Date): Sql {
  return sql`(SELECT ${isoTime(sql`${start}`, sql`'+' || validity_days || ' days'`)}
    FROM plans WHERE id = esims.plan_id)`
}

/**
 * Stores a measurement of the supplier that sold the eSIM. The new totals replace the stored
 * totals, even if they are lower, because expired top-ups no longer count. An eSIM that the
 * supplier has recycled ends at the first measurement that says so.
 */
export function storeUsage(
  db: D1Database,
  supplierID: string,
  { iccid, state, dataUsedMb, dataLimitMb, validUntil, measuredAt }: SupplierUsage,
): D1PreparedStatement {
  const isStarted = ['active', 'used-up'].includes(state) || (dataUsedMb ?? 0) > 0 ? 1 : 0
  const known = state === 'unknown' ? null : state
  return prepare(db)`UPDATE esims SET supplier_state = ${known},
      data_used_mb = coalesce(${wholeMb(dataUsedMb)}, data_used_mb),
      data_limit_mb = coalesce(${wholeMb(dataLimitMb)}, data_limit_mb), usage_as_of = ${measuredAt},
      first_used_at = coalesce(first_used_at, CASE WHEN ${isStarted} THEN ${measuredAt} END),
      valid_until = coalesce(${validUntil ?? null}, valid_until, CASE
        WHEN ${isStarted} THEN ${endOfPlan(measuredAt)}
        WHEN ${known} = 'expired' THEN ${measuredAt} END)
    WHERE iccid = ${iccid} AND EXISTS (
      SELECT 1 FROM purchases o WHERE o.iccid = ${iccid} AND o.supplier = ${supplierID})`
}

/** Rounds fractions, which some suppliers report and the columns reject. */
function wholeMb(megabytes: number | null): number | null {
  return megabytes === null ? null : Math.round(megabytes)
}

/**
 * Milliseconds from the end of the data to the review email. A traveller without data is still
 * travelling, and may add data.
 */
const delay = dayMs

/**
 * Returns a statement that sets the time of the review email when an eSIM has no data left. It
 * removes the time when the eSIM has data again. Run it after every change of usage.
 */
function scheduleReviewMail(db: D1Database, iccid: string, now: Date): D1PreparedStatement {
  return prepare(db)`UPDATE esims SET review_mail_at = CASE WHEN supplier_state IN ('used-up',
      'expired')
        OR data_used_mb >= (SELECT iif(t.traffic_mb IS NULL, NULL,
          coalesce(esims.data_limit_mb, t.traffic_mb)) FROM plans t WHERE t.id = plan_id)
      THEN coalesce(review_mail_at, ${isoAfter(now, delay)}) END
    WHERE iccid = ${iccid} AND has_review_mail = 1`
}

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
 * Stores a usage report. The first report starts the validity days. Late and repeated reports do
 * not change the eSIM.
 */
async function handleUsageReport(
  context: BackendContext,
  { iccid, dataUsedMb, reportedAt }: z.output<typeof usageReport>,
): Promise<200 | 404> {
  const { db, now } = context
  const [, esims] = await runBatch(db, [
    prepare(db)`UPDATE esims SET data_used_mb = max(data_used_mb, ${dataUsedMb}),
        usage_as_of = ${reportedAt}, first_used_at = coalesce(first_used_at, ${reportedAt}),
        valid_until = coalesce(valid_until, ${endOfPlan(reportedAt)})
      WHERE iccid = ${iccid} AND (usage_as_of IS NULL OR usage_as_of < ${reportedAt})`,
    prepare(db)`SELECT iccid FROM esims WHERE iccid = ${iccid}`,
    scheduleReviewMail(db, iccid, now),
  ])
  if (esims.results.length === 0) return 404
  await notifyOfUsage(context, [iccid])
  return 200
}
