import { signInCodeLength } from '../kit/limits.shared.ts'
import type { BackendConfig } from '../settings.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
import { hourOf, networkOf, partOfNetwork } from '../api/rate-limit.ts'
import { hourMs, timeAfter } from '../kit/time.shared.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'

/**
 * Somebody can guess codes of many accounts from many networks, and stay below every limit of an
 * account and of a network. The shop therefore counts all wrong codes of a day, except those from
 * known browsers, whose nonces a stranger cannot have. With WRONG_CODES_PER_DAY of them, new codes
 * have eight digits and allow three attempts. With twice as many, the shop accepts no code of six
 * digits. Visitors can still sign in, so a stranger gains nothing by causing this. Of each network,
 * only a small part of the number counts.
 */
const maxAttempts = 5
const fewAttempts = 3

export type WrongContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'clientAddress'>

/** Returns whether new codes need eight digits. */
export async function areCodesGuessed({ db, config, now }: WrongContext): Promise<boolean> {
  const row = await db
    .prepare(`SELECT ${wrongOfDay('wrong-code', '?1', '?2')} >= ?2 AS guessed`)
    .bind(hourOf(now), config.WRONG_CODES_PER_DAY)
    .first<{ guessed: number }>()
  return row?.guessed === 1
}

type CodeAttempt = {
  /** The key of the code in `challenges`. */
  readonly key: string
  readonly length: number
  /** The keyed hash of the entered code. */
  readonly hash: string
  readonly isKnownBrowser: boolean
}

type CodeAttemptResult = {
  /** The hash of the right code, or null if no code is valid. */
  readonly rightHash: string | null
  /** The code is too short while codes are guessed. */
  readonly isTooShort: boolean
}

/**
 * Counts an attempt to enter a code and returns the hash of the right code. Concurrent attempts
 * share the limits, because one transaction checks and counts them.
 */
export async function countCodeAttempt(
  context: WrongContext,
  { key, length, hash, isKnownBrowser }: CodeAttempt,
): Promise<CodeAttemptResult> {
  const { db, config, now } = context
  const most = config.WRONG_CODES_PER_DAY
  const hour = hourOf(now)
  const isLimited = isKnownBrowser ? 0 : 1
  const isShort = isLimited && length === signInCodeLength ? 1 : 0
  const wrong = wrongOfDay('wrong-code', '?4', '?5')
  const [limits, stored] = await db.batch<{ is_refused?: number; secret_hash?: string }>([
    db
      .prepare(`SELECT ?1 AND ${wrongOfDay('wrong-code', '?2', '?3')} >= 2 * ?3 AS is_refused`)
      .bind(isShort, hour, most),
    db
      .prepare(
        `UPDATE challenges SET attempts = attempts + 1
        WHERE key = ?1 AND expires_at > ?2
          AND attempts < iif(?3 AND ${wrong} >= ?5, ${fewAttempts}, ${maxAttempts})
          AND NOT (?6 AND ${wrong} >= 2 * ?5)
        RETURNING secret_hash`,
      )
      .bind(key, now.toISOString(), isLimited, hour, most, isShort),
    db
      .prepare(
        insertWrong(
          'wrong-code',
          `changes() = 1 AND ?3 AND EXISTS (
            SELECT 1 FROM challenges WHERE key = ?4 AND secret_hash <> ?5)`,
        ),
      )
      .bind(lastHour(now), await networkOf(context), isLimited, key, hash),
  ])
  return {
    rightHash: stored?.results[0]?.secret_hash ?? null,
    isTooShort: limits?.results[0]?.is_refused === 1,
  }
}

/** Raises an alert while new codes need eight digits. */
export function guessedCodes(config: BackendConfig, now: Date): AlertCondition {
  return manyWrong('wrong-code', config.WRONG_CODES_PER_DAY, now)
}

/** Attempts, which `limits` counts by network and hour. */
type WrongAction = 'wrong-code' | 'wrong-password'

/**
 * SQL: the number of the last 24 hours, of which each network has at most a part of `most`.
 * Otherwise one visitor could make sign-in harder for everybody.
 */
export function wrongOfDay(action: WrongAction, hour: string, most: string): string {
  return `(SELECT coalesce(sum(min(ofNetwork, max(1, ${most} * ${partOfNetwork}))), 0)
    FROM (SELECT sum(count) AS ofNetwork FROM limits
      WHERE action = '${action}' AND hour >= ${hour} GROUP BY subject))`
}

/**
 * Returns SQL that counts an attempt under a condition. Its parameters ?1 and ?2 are the last hour
 * and the network.
 */
export function insertWrong(action: WrongAction, condition: string): string {
  return `INSERT INTO limits (action, subject, hour, count)
    SELECT '${action}', coalesce(?2, 'unknown'), ?1, 1 WHERE ${condition}
    ON CONFLICT (action, hour, subject) DO UPDATE SET count = count + 1`
}

/** Returns the last hour in which an attempt counts. */
export function lastHour(now: Date): string {
  return hourOf(timeAfter(now, 23 * hourMs))
}

/** Raises an alert while there are many wrong attempts. */
export function manyWrong(action: WrongAction, most: number, now: Date): AlertCondition {
  const secrets = action === 'wrong-code' ? 'codes' : 'passwords'
  return {
    kind: `${secrets}-guessed`,
    sql: `SELECT '${secrets}' AS subject, NULL AS order_id,
        ${storedDetailSql(`wrong-${secrets}`, { count: 'wrong' })} AS detail
      FROM (SELECT ${wrongOfDay(action, '?', String(most))} AS wrong) WHERE wrong >= ${most}`,
    params: [hourOf(now)],
  }
}
