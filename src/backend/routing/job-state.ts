import { z } from 'zod'
import { dayMs, isoBefore, minuteMs } from '../../domain/time-units.ts'
import { isDailyNoticedSince } from '../alerts/due-alerts.ts'
import { timeOfLongestFailure } from '../alerts/last-round.ts'
import type { BackendContext } from '../context.ts'
import { storedJson } from '../stored-json.ts'

export type JobState = {
  /** Age of the oldest untried message or refund. 0 when none waits. */
  readonly oldestJobSeconds: number
  /** Time since a round of scheduled jobs ended. */
  readonly lastRoundSeconds: number
  /** Time for which alerts have reached the operator neither by email nor by webhook. */
  readonly unsentAlertSeconds: number
  /** Jobs that have failed in every round of the last ten minutes. */
  readonly failingJobs: readonly string[]
}

type StateRow = {
  readonly untriedSince: string | null
  readonly endedAt: string | null
  readonly unsentSince: string | null
  readonly unpostedSince: string | null
  /** JSON. */
  readonly failing: string
}

/** SQL: the time of the oldest message or refund that the shop has not tried to send. */
const untriedSince = `SELECT min(since) FROM (
  SELECT min(created_at) AS since FROM outbox
  WHERE sent_at IS NULL AND tried_at IS NULL AND (expires_at IS NULL OR expires_at > ?1)
    AND kind IN (SELECT value FROM json_each(?2))
  UNION ALL
  SELECT min(requested_at) FROM refunds
  WHERE accepted_at IS NULL AND refused_at IS NULL AND tried_at IS NULL
    AND provider IN (SELECT value FROM json_each(?3)))`

/**
 * SQL: the time of the first email about alerts within a day after the last one that the carrier
 * accepted.
 */
const unsentSince = `SELECT min(created_at) FROM outbox
  WHERE recipient = ?5 AND purpose = 'alert' AND created_at > coalesce((
    SELECT max(created_at) FROM outbox
    WHERE recipient = ?5 AND purpose = 'alert' AND created_at > ?6
      AND sent_at IS NOT NULL AND bounced_at IS NULL), ?6)`

/** The notice of the next day is due after a day. The next rounds of jobs send it. */
const dailyNoticeTime = dayMs + 10 * minuteMs
const unpostedSince = `SELECT min(since) FROM alerts
  WHERE ended_at IS NULL AND posted_at IS NULL AND NOT ${isDailyNoticedSince('posted_at', '?7')}`

const failing = `SELECT json_group_array(job.key)
  FROM state, json_each(state.value, '$.failing') job
  WHERE state.name = 'last-round' AND job.value <= ?4`

/** Reads whether the scheduled jobs run, and whether they keep up with their work. */
export async function readJobState(context: BackendContext): Promise<JobState> {
  const { db, config, now, carriers, providers } = context
  const kinds = (['mail', 'sms'] as const).filter((kind) => carriers[kind] !== null)
  const row = await db
    .prepare(
      `SELECT (${untriedSince}) AS untriedSince, 
        (SELECT value ->> 'endedAt' FROM state WHERE name = 'last-round') AS endedAt,
        (${unsentSince}) AS unsentSince, (${unpostedSince}) AS unpostedSince,
        (${failing}) AS failing`,
    )
    .bind(
      now.toISOString(),
      JSON.stringify(kinds),
      JSON.stringify(providers.map(({ id }) => id)),
      timeOfLongestFailure(now),
      config.SUPPORT_EMAIL,
      isoBefore(now, dayMs),
      isoBefore(now, dailyNoticeTime),
    )
    .first<StateRow>()
  return {
    oldestJobSeconds: secondsSince(row?.untriedSince, now),
    lastRoundSeconds: secondsSince(row?.endedAt, now),
    unsentAlertSeconds: unsentAlertSeconds(context, row),
    failingJobs: storedJson(z.array(z.string()), row?.failing ?? '[]', []),
  }
}

/** One channel to the operator is enough. */
function unsentAlertSeconds(
  { config, now, carriers }: BackendContext,
  row: StateRow | null,
): number {
  const ways = [
    ...(carriers.mail === null ? [] : [row?.unsentSince]),
    ...(config.ALERT_WEBHOOK_URL === null ? [] : [row?.unpostedSince]),
  ]
  return ways.length === 0 ? 0 : Math.min(...ways.map((since) => secondsSince(since, now)))
}

/** Returns 0 without a time. */
function secondsSince(time: string | null | undefined, now: Date): number {
  if (time === null || time === undefined) return 0
  return Math.max(0, Math.floor((now.getTime() - Date.parse(time)) / 1000))
}
