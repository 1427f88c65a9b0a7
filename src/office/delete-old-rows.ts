import { oldestOf, retention } from '../kit/retention.ts'
import { dayMs, hourMs, isoBefore, timeBefore } from '../kit/time.shared.ts'
import type { BackendConfig } from '../settings.ts'
import type { DataContext } from '../context.ts'
import { withoutText } from '../messages/outbox.ts'
import { hourOf } from '../api/rate-limit.ts'
import { prepare, raw, sql, type Sql } from '../kit/sql.ts'

/**
 * Maximum number of rows per statement, because D1 limits the time of a statement. The job runs
 * every minute.
 */
const maxRows = 500
/** Rows of `limits` per run. An hour has at most 200,000, and 150,000 shared rows. */
const maxCounts = 10_000

/**
 * Deletes expired rows, and rows that are older than `retention` allows. Returns the number of
 * changed rows.
 */
export async function deleteOldRows({ db, config, now }: RetentionContext): Promise<number> {
  const deletions = [
    ...listAccountDeletions(config, now),
    ...listReviewAndStaffDeletions(now),
    ...listEsimDeletions(now),
    ...listMessageDeletions(now),
  ]
  const answers = await db.batch(deletions.map((deletion) => prepare(db)`${deletion}`))
  return answers.reduce((sum, { meta }) => sum + meta.changes, 0)
}

type RetentionContext = DataContext & {
  readonly config: Pick<BackendConfig, 'SESSION_IDLE_DAYS'>
}

function listAccountDeletions(
  { SESSION_IDLE_DAYS: idleDays }: RetentionContext['config'],
  now: Date,
): readonly Sql[] {
  return [
    deleteSome('sessions', 'id', sql`expires_at < ${now}`),
    // They ended already: see `callerOf`.
    deleteSome('sessions', 'id', sql`used_at <= ${isoBefore(now, idleDays * dayMs)}`),
    sql`DELETE FROM passkeys WHERE id IN (
      SELECT p.id FROM partners r JOIN passkeys p ON p.partner_id = r.id
      WHERE r.passkeys_end_at <= ${now} AND p.added_at < r.passkeys_end_at)`,
    sql`UPDATE partners SET passkeys_end_at = NULL
      WHERE passkeys_end_at < ${oldestOf('passkeyRecoveries', now)}`,
    deleteSome('known_browsers', 'browser_key', sql`expires_at < ${now}`),
    deleteSome('challenges', 'key', sql`expires_at < ${isoBefore(now, hourMs)}`),
    sql`UPDATE orders SET network = NULL WHERE id IN (
      SELECT id FROM orders WHERE network IS NOT NULL AND created_at < ${oldestOf('networks', now)}
      LIMIT ${raw(maxRows)})`,
    deleteSome('limits', 'id', sql`last_hour < ${hourOf(timeBefore(now, hourMs))}`, {
      most: maxCounts,
    }),
  ]
}

/** Covers reviews of plans and answers, import drafts and alerts. */
function listReviewAndStaffDeletions(now: Date): readonly Sql[] {
  return [
    sql`UPDATE answer_reviews SET comment = ''
      WHERE comment <> '' AND created_at < ${oldestOf('answerReviews', now)}`,
    sql`DELETE FROM answer_reviews WHERE created_at < ${oldestOf('answerCounts', now).slice(0, 10)}`,
    sql`DELETE FROM reviews
      WHERE status = 'refused' AND decided_at < ${oldestOf('refusedReviews', now)}`,
    sql`DELETE FROM reviews
      WHERE status = 'new' AND written_at < ${oldestOf('undecidedReviews', now)}`,
    sql`DELETE FROM import_drafts WHERE created_at <= ${oldestOf('importDrafts', now)}`,
    sql`DELETE FROM alerts WHERE ended_at < ${oldestOf('alerts', now)}`,
    deleteSome('stock_alerts', 'id', sql`created_at < ${oldestOf('stockAlerts', now)}`),
    deleteSome(
      'stock_alerts',
      'id',
      sql`confirmed_at IS NULL AND created_at < ${oldestOf('unconfirmedStockAlerts', now)}`,
    ),
    sql`DELETE FROM unmet_demand WHERE day < ${oldestOf('unmetDemand', now).slice(0, 10)}`,
  ]
}

function listEsimDeletions(now: Date): readonly Sql[] {
  const endedPush = sql`SELECT esim_hash FROM esims
    WHERE has_push = 1 AND coalesce(valid_until,
      activate_by) < ${oldestOf('pushSubscriptions', now)}`
  return [
    sql`UPDATE push_messages SET payload = '' WHERE payload <> '' AND expires_at <= ${now}`,
    sql`DELETE FROM push_subscriptions WHERE esim_hash IN (${endedPush})`,
    sql`UPDATE esims SET has_push = 0 WHERE esim_hash IN (${endedPush})`,
  ]
}

const isContact = sql`purpose = 'contact-message'`
const isCode = sql`purpose = 'sign-in-code'`
const isOther = sql`purpose NOT IN ('contact-message', 'sign-in-code')`

function listMessageDeletions(now: Date): readonly Sql[] {
  const messages = oldestOf('messages', now)
  const codes = oldestOf('signInCodes', now)
  return [
    deleteUnsent(isOther, messages),
    // Their only purpose was one email, so the address goes too.
    deleteMessages(sql`purpose = 'stock-alert'`, messages),
    emptyMessages(isOther, messages),
    deleteMessages(isContact, oldestOf('contactMessages', now)),
    deleteMessages(sql`${isCode} AND sent_at IS NOT NULL`, codes),
    // The alert about failed mail counts the unsent codes of the last day.
    deleteMessages(isCode, isoBefore(now, dayMs)),
    emptyMessages(isCode, codes),
  ]
}

/** Deletes some of the rows that a condition selects. */
function deleteSome(
  table: string,
  key: string,
  condition: Sql,
  { most = maxRows, from = table }: { readonly most?: number; readonly from?: string } = {},
): Sql {
  return sql`DELETE FROM ${raw(table)} WHERE (${raw(key)}) IN (
    SELECT ${raw(key)} FROM ${raw(from)} WHERE ${condition} LIMIT ${raw(most)})`
}

/** Deletes messages that were written before a time. The shop would not send them again. */
function deleteMessages(which: Sql, before: string): Sql {
  return deleteSome('outbox', 'id', sql`${which} AND created_at < ${before}`)
}

/**
 * Deletes messages that were written before a time and never sent. They are too old to send. If
 * `emptyMessages` removed their text, the shop could send empty messages.
 */
function deleteUnsent(which: Sql, before: string): Sql {
  // Without the index, SQLite reads all old messages.
  const from = 'outbox INDEXED BY outbox_unsent'
  const isUnsent = sql`${which} AND sent_at IS NULL AND created_at < ${before}`
  return deleteSome('outbox', 'id', isUnsent, { from })
}

/** Removes the texts of messages that were written before a time. */
function emptyMessages(which: Sql, before: string): Sql {
  return sql`UPDATE outbox SET ${withoutText} WHERE id IN (
    SELECT id FROM outbox WHERE ${which} AND body <> '' AND created_at < ${before}
    LIMIT ${raw(maxRows)})`
}

/** Minute of the hour. The bucket is listed only once an hour, because R2 bills each list. */
const minute = 17

/** Deletes old screenshots once an hour. */
export async function deleteScreenshots(uploads: R2Bucket, now: Date): Promise<void> {
  if (now.getUTCMinutes() !== minute) return
  const oldest = now.getTime() - retention.contactMessages
  let cursor: string | undefined
  do {
    const page = await uploads.list({ prefix: 'screenshots/', ...(cursor ? { cursor } : {}) })
    const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < oldest)
    // R2 deletes at most 1,000 objects per call, which is the page size of a list.
    if (old.length > 0) await uploads.delete(old.map(({ key }) => key))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
}
