import { prepareQuery, runBatch } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { countCalls } from '../supply/count-calls.ts'
import type { Supplier } from '../supply/supplier.ts'
import { refreshTopUps } from './top-ups.ts'
import { storeUsage, scheduleReviewMail } from './store-usage.ts'
import { answerInTime, jobTimeout, visitorTimeout, pause, takeLease } from './lease.ts'
import { isRefunded, isWatched } from '../kit/line-conditions.ts'
import { notifyOfUsage } from './usage-mails.ts'
import { hourMs, minuteMs, isoAfter, isoBefore, timeAfter } from '../kit/time.shared.ts'

type UsageContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'>

/** The supplier that measures an eSIM, and the time until which the stored usage is fresh. */
type UsageSource = {
  readonly iccid: string
  readonly freshUntil: string | null
  readonly supplier: Supplier
}

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
  const { db, now } = context
  const source = await sourceOf(context, esimHash)
  if (!source || !isOutdated(source, now)) return
  const lease = { calls: callsPerEsim, statement: leaseOf(context, esimHash) }
  if (!(await takeLease(context, source.supplier, lease))) return
  if ((await storeAnswer(context, source, timeout)) !== 'stored')
    await setFreshUntil(db, esimHash, timeAfter(now, pause)).run()
}

/**
 * Requests the usage of an eSIM from its supplier, even if the stored usage is fresh. Returns false
 * when the supplier does not answer, or its rate limit is reached. Returns true when the answer is
 * stored, the supplier no longer has the eSIM, or the eSIM has no active supplier.
 */
export async function measureUsage(context: UsageContext, esimHash: string): Promise<boolean> {
  const source = await sourceOf(context, esimHash)
  if (!source) return true
  const counted = await countCalls(context.db, source.supplier, callsPerEsim, context.now).first()
  return counted !== null && (await storeAnswer(context, source, jobTimeout)) !== 'no-answer'
}

type UsageOutcome = 'stored' | 'unknown' | 'no-answer'

/** Returns `unknown` when the supplier does not have the eSIM. */
async function storeAnswer(
  context: UsageContext,
  { iccid, supplier }: UsageSource,
  timeout: number,
): Promise<UsageOutcome> {
  const answer = await answerInTime(supplier.usage([iccid]), timeout, 'usage-unavailable')
  if (!answer) return 'no-answer'
  const usage = answer.find((each) => each.iccid === iccid)
  if (!usage) return 'unknown'
  const { db, now } = context
  await db.batch([storeUsage(db, supplier.id, usage), scheduleReviewMail(db, iccid, now)])
  await notifyOfUsage(context, [iccid])
  return 'stored'
}

/**
 * Requests the usage of up to 10 eSIMs whose customers agreed to messages, an hour after the last
 * answer.
 */
export async function refreshWatchedUsage(context: UsageContext): Promise<void> {
  const { db, now } = context
  const due = isoBefore(now, interval - freshness)
  const [, open] = await runBatch(db, [
    db
      .prepare(
        `UPDATE esims AS e SET usage_fresh_until = NULL
        WHERE ${isWatched} AND usage_fresh_until <= ?
          AND (coalesce(valid_until, activate_by) <= ? OR ${isRefunded})`,
      )
      .bind(due, now.toISOString()),
    prepareQuery<{ esim_hash: string }>(
      db,
      `SELECT esim_hash FROM esims e
        WHERE ${isWatched} AND usage_fresh_until <= ? ORDER BY usage_fresh_until LIMIT 10`,
      due,
    ),
  ])
  await Promise.all(
    open.results.map(async ({ esim_hash: hash }) => {
      // Refresh top-ups first, because the measurement may send a message that links to them.
      await refreshTopUps(context, hash, jobTimeout)
      await refreshUsage(context, hash, jobTimeout)
      // Postpone an eSIM that was not measured, so that it does not delay other eSIMs. Its supplier
      // may be switched off, for example.
      await db
        .prepare(
          `UPDATE esims SET usage_fresh_until = ?3
          WHERE esim_hash = ?1 AND usage_fresh_until <= ?2`,
        )
        .bind(hash, due, isoAfter(now, freshness))
        .run()
    }),
  )
}

/** Returns null when the eSIM's supplier is not active, or the eSIM has no supplier. */
async function sourceOf(
  { db, suppliers }: UsageContext,
  esimHash: string,
): Promise<UsageSource | null> {
  if (suppliers.length === 0) return null
  const found = await db
    .prepare(
      `SELECT e.iccid, e.usage_fresh_until AS freshUntil, o.supplier FROM esims e
      JOIN supplier_orders o ON o.iccid = e.iccid AND o.kind = 'plan'
      WHERE e.esim_hash = ?`,
    )
    .bind(esimHash)
    .first<{ iccid: string; freshUntil: string | null; supplier: string }>()
  const supplier = suppliers.find(({ id }) => id === found?.supplier)
  return found && supplier ? { ...found, supplier } : null
}

function isOutdated({ freshUntil }: UsageSource, now: Date): boolean {
  return freshUntil === null || freshUntil <= now.toISOString()
}

function leaseOf({ db, now }: UsageContext, esimHash: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE esims SET usage_fresh_until = ?2
      WHERE esim_hash = ?1 AND (usage_fresh_until IS NULL OR usage_fresh_until <= ?3)`,
    )
    .bind(esimHash, isoAfter(now, freshness), now.toISOString())
}

function setFreshUntil(db: D1Database, esimHash: string, time: Date): D1PreparedStatement {
  return db
    .prepare('UPDATE esims SET usage_fresh_until = ?2 WHERE esim_hash = ?1')
    .bind(esimHash, time.toISOString())
}
