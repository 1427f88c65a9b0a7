import { oldestOf, retention } from '../kit/retention.ts'
import { dayMs, hourMs, isoBefore, timeBefore } from '../kit/time.shared.ts'
import type { BackendConfig } from '../settings.ts'
import type { BackendContext } from '../context.ts'
import { withoutText } from '../messages/outbox.ts'
import { hourOf } from '../api/rate-limit.ts'

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
  const answers = await db.batch(deletions.map(([sql, limit]) => db.prepare(sql).bind(limit)))
  return answers.reduce((sum, { meta }) => sum + meta.changes, 0)
}

type RetentionContext = Pick<BackendContext, 'db' | 'now'> & {
  readonly config: Pick<BackendConfig, 'SESSION_IDLE_DAYS'>
}

/** A statement and its parameter, the time that rows are compared with. */
type Deletion = readonly [sql: string, limit: string]

function listAccountDeletions(
  { SESSION_IDLE_DAYS: idleDays }: RetentionContext['config'],
  now: Date,
): readonly Deletion[] {
  const time = now.toISOString()
  const hourAgo = isoBefore(now, hourMs)
  return [
    [deleteSome('sessions', 'id', 'expires_at < ?'), time],
    // They ended already: see `callerOf`.
    [deleteSome('sessions', 'id', 'used_at <= ?'), isoBefore(now, idleDays * dayMs)],
    [
      `DELETE FROM passkeys WHERE id IN (
        SELECT p.id FROM partners r JOIN passkeys p ON p.partner_id = r.id
        WHERE r.passkeys_end_at <= ? AND p.added_at < r.passkeys_end_at)`,
      time,
    ],
    [
      'UPDATE partners SET passkeys_end_at = NULL WHERE passkeys_end_at < ?',
      oldestOf('passkeyRecoveries', now),
    ],
    [deleteSome('known_browsers', 'browser_key', 'expires_at < ?'), time],
    [deleteSome('challenges', 'key', 'expires_at < ?'), hourAgo],
    [
      `UPDATE orders SET network = NULL WHERE id IN (
        SELECT id FROM orders WHERE network IS NOT NULL AND created_at < ? LIMIT ${maxRows})`,
      oldestOf('networks', now),
    ],
    [deleteSome('limits', 'id', 'hour < ?', { most: maxCounts }), hourOf(timeBefore(now, hourMs))],
  ]
}

/** Covers reviews of plans and answers, import drafts and alerts. */
function listReviewAndStaffDeletions(now: Date): readonly Deletion[] {
  return [
    [
      `UPDATE answer_reviews SET comment = '' WHERE comment <> '' AND created_at < ?`,
      oldestOf('answerReviews', now),
    ],
    ['DELETE FROM answer_reviews WHERE created_at < ?', oldestOf('answerCounts', now).slice(0, 10)],
    [
      `DELETE FROM reviews WHERE status = 'refused' AND decided_at < ?`,
      oldestOf('refusedReviews', now),
    ],
    [
      `DELETE FROM reviews WHERE status = 'new' AND written_at < ?`,
      oldestOf('undecidedReviews', now),
    ],
    ['DELETE FROM import_drafts WHERE created_at <= ?', oldestOf('importDrafts', now)],
    ['DELETE FROM alerts WHERE ended_at < ?', oldestOf('alerts', now)],
    ['DELETE FROM unmet_demand WHERE day < ?', oldestOf('unmetDemand', now).slice(0, 10)],
  ]
}

function listEsimDeletions(now: Date): readonly Deletion[] {
  const endedBefore = oldestOf('pushSubscriptions', now)
  return [
    [
      `UPDATE push_messages SET payload = '' WHERE payload <> '' AND expires_at <= ?`,
      now.toISOString(),
    ],
    [
      `DELETE FROM push_subscriptions WHERE esim_hash IN (SELECT esim_hash ${endedPush})`,
      endedBefore,
    ],
    [
      `UPDATE esims SET has_push = 0 WHERE esim_hash IN (SELECT esim_hash ${endedPush})`,
      endedBefore,
    ],
  ]
}

function listMessageDeletions(now: Date): readonly Deletion[] {
  const messages = oldestOf('messages', now)
  const codes = oldestOf('signInCodes', now)
  return [
    [deleteUnsent(isOther), messages],
    [emptyMessages(isOther), messages],
    [deleteMessages(isContact), oldestOf('contactMessages', now)],
    [deleteMessages(`${isCode} AND sent_at IS NOT NULL`), codes],
    // The alert about failed mail counts the unsent codes of the last day.
    [deleteMessages(isCode), isoBefore(now, dayMs)],
    [emptyMessages(isCode), codes],
  ]
}

/** SQL: eSIMs that ended before ?1 and have push subscriptions. */
const endedPush = 'FROM esims WHERE has_push = 1 AND coalesce(valid_until, activate_by) < ?1'

const isContact = `purpose = 'contact-message'`
const isCode = `purpose = 'sign-in-code'`
const isOther = `purpose NOT IN ('contact-message', 'sign-in-code')`

/** Returns SQL that deletes some of the rows that a condition selects. */
function deleteSome(
  table: string,
  key: string,
  condition: string,
  { most = maxRows, from = table }: { readonly most?: number; readonly from?: string } = {},
): string {
  return `DELETE FROM ${table} WHERE (${key}) IN (
    SELECT ${key} FROM ${from} WHERE ${condition} LIMIT ${most})`
}

/** Returns SQL that deletes messages written before ?1. The shop would not send them again. */
function deleteMessages(which: string): string {
  return deleteSome('outbox', 'id', `${which} AND created_at < ?1`)
}

/**
 * Returns SQL that deletes messages that were written before ?1 and never sent. They are too old to
 * send. If `emptyMessages` removed their text, the shop could send empty messages.
 */
function deleteUnsent(which: string): string {
  // Without the index, SQLite reads all old messages.
  return deleteSome('outbox', 'id', `${which} AND sent_at IS NULL AND created_at < ?1`, {
    from: 'outbox INDEXED BY outbox_unsent',
  })
}

/** Returns SQL that removes the texts of messages written before ?1. */
function emptyMessages(which: string): string {
  return `UPDATE outbox SET ${withoutText} WHERE id IN (
    SELECT id FROM outbox WHERE ${which} AND body <> '' AND created_at < ?1 LIMIT ${maxRows})`
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
