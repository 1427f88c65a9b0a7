import { signInCodeLength } from '../kit/limits.shared.ts'
import type { BackendConfig } from '../settings.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
import { hourOf, networkOf, partOfNetwork } from '../api/rate-limit.ts'
import { hourMs, timeAfter } from '../kit/time.shared.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import { prepare, readRow, runBatch, sql, type Sql } from '../kit/sql.ts'

/**
 * Somebody can guess codes of many accounts from many networks, and stay below every limit of an
 * account and of a network. The shop therefore counts all wrong codes of a day, except those from
 * known browsers, whose nonces a stranger cannot have. With WRONG_CODES_PER_DAY of them, new codes
 * have eight digits and allow three attempts. With twice as many, the shop accepts no code of six
 * digits. Visitors can still sign in, so a stranger gains nothing by causing this. Of each network,
 * only a small part of the number counts. A network that has reached its part gets longer codes
 * alone, and with twice its part it needs them.
 */
const maxAttempts = 5
const fewAttempts = 3

export type WrongContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'clientAddress'>

/** Returns whether new codes need eight digits. */
export async function areCodesGuessed(context: WrongContext): Promise<boolean> {
  const { db, config, now } = context
  const most = config.WRONG_CODES_PER_DAY
  const wrong = wrongOfDay('wrong-code', now, { most, network: await networkOf(context) })
  const row = await readRow<{ guessed: number }>(db)`SELECT ${wrong} >= ${most} AS guessed`
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
  const isLimited = isKnownBrowser ? 0 : 1
  const isShort = isLimited && length === signInCodeLength ? 1 : 0
  const network = await networkOf(context)
  const wrong = wrongOfDay('wrong-code', now, { most, network })
  const isRefused = sql`${isShort} AND ${wrong} >= 2 * ${most}`
  // The previous statement counted an attempt of a new browser with a wrong code.
  const isWrong = sql`changes() = 1 AND ${isLimited} AND EXISTS (
    SELECT 1 FROM challenges WHERE key = ${key} AND secret_hash <> ${hash})`
  const [limits, stored] = await runBatch(db, [
    prepare<{ is_refused: number }>(db)`SELECT ${isRefused} AS is_refused`,
    prepare<{ secret_hash: string }>(db)`UPDATE challenges SET attempts = attempts + 1
      WHERE key = ${key} AND expires_at > ${now}
        AND attempts < iif(${isLimited} AND ${wrong} >= ${most}, ${fewAttempts}, ${maxAttempts})
        AND NOT (${isRefused})
      RETURNING secret_hash`,
    countWrong(context, 'wrong-code', { network, condition: isWrong }),
  ])
  return {
    rightHash: stored.results[0]?.secret_hash ?? null,
    isTooShort: limits.results[0]?.is_refused === 1,
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
 * Otherwise one visitor could make sign-in harder for everybody. For a network with more than its
 * part, it is as much higher than `most`: a few networks could otherwise guess without an end.
 * @param network null for the number of the whole shop
 */
export function wrongOfDay(
  action: WrongAction,
  now: Date,
  { most, network }: { readonly most: number; readonly network: string | null },
): Sql {
  const part = sql`max(1, ${most} * ${partOfNetwork})`
  return sql`(SELECT max(coalesce(sum(min(ofNetwork, ${part})), 0),
      coalesce(sum(ofNetwork) FILTER (WHERE subject = ${network}), 0) * ${most} / ${part})
    FROM (SELECT subject, sum(count) AS ofNetwork FROM limits
      WHERE action = ${action} AND last_hour >= ${hourOf(now)} GROUP BY subject))`
}

/** Returns a statement that counts an attempt under a condition. */
export function countWrong(
  { db, now }: WrongContext,
  action: WrongAction,
  { network, condition }: { readonly network: string | null; readonly condition: Sql },
): D1PreparedStatement {
  return prepare(db)`INSERT INTO limits (action, subject, last_hour, count)
    SELECT ${action}, coalesce(${network}, 'unknown'), ${lastHour(now)}, 1 WHERE ${condition}
    ON CONFLICT (action, last_hour, subject) DO UPDATE SET count = count + 1 RETURNING count`
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
    query: sql`SELECT ${secrets} AS subject, NULL AS order_id,
        ${storedDetailSql(`wrong-${secrets}`, { count: 'wrong' })} AS detail
      FROM (SELECT ${wrongOfDay(action, now, { most, network: null })} AS wrong)
      WHERE wrong >= ${most}`,
  }
}
