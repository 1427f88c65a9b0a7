import { z } from 'zod'
import type { Bindings, BackendContext } from './context.ts'
import { awaitInTime } from './kit/deadlines.ts'
import { dayMs, isoBefore, minuteMs } from './kit/time.shared.ts'
import { isDailyNoticedSince } from './messages/send-alerts.ts'
import { storedJson } from './kit/db.ts'
import type { AlertCondition } from './messages/alerts.ts'
import { prepare, readRow, sql } from './kit/sql.ts'

/**
 * Seconds that a message, a refund or an alert may wait, or that a round may be ago. The scheduled
 * job runs every minute, and processes 20 items of each kind.
 */
const longestWait = 600

/**
 * In milliseconds. Limits reads of both stores, because anyone can send this request. A failure is
 * cached for less time, so that a monitor sees the recovery soon.
 */
const freshness = { ready: 10_000, late: 3000, failing: 3000 } as const

type StoreState = 'ok' | 'failing'

export type Readiness = {
  /** `late` means that the scheduled job has stopped, is far behind, or always fails. */
  readonly status: 'ready' | 'late' | 'failing'
  readonly database: StoreState
  readonly cache: StoreState
  /** Null after a read failure. */
  readonly oldestJobSeconds: number | null
  /** Null after a read failure. */
  readonly lastRoundSeconds: number | null
  /** Null after a read failure. */
  readonly unsentAlertSeconds: number | null
  readonly failingJobs: readonly string[]
}

/** Milliseconds that the stores have for their answers. */
const checkTimeout = 3000
const noAnswer: Readiness = {
  status: 'failing',
  database: 'failing',
  cache: 'failing',
  oldestJobSeconds: null,
  lastRoundSeconds: null,
  unsentAlertSeconds: null,
  failingJobs: [],
}

const known = new WeakMap<object, { readonly readiness: Readiness; readonly until: number }>()
const running = new WeakMap<
  object,
  { readonly check: Promise<Readiness>; readonly until: number }
>()

/**
 * Returns the readiness, which this isolate caches for a few seconds. Simultaneous requests share
 * one check.
 */
export async function knownReadiness(
  context: BackendContext,
  bindings: Pick<Bindings, 'CACHE'>,
): Promise<Readiness> {
  const time = context.now.getTime()
  const stored = known.get(bindings)
  if (stored && time < stored.until) return stored.readiness
  const shared = running.get(bindings)
  const { check, until } =
    shared && time < shared.until ? shared : startCheck(context, bindings, time)
  return (await awaitInTime(check, until - time)) ?? noAnswer
}

function startCheck(context: BackendContext, bindings: Pick<Bindings, 'CACHE'>, time: number) {
  const check = readinessOf(context, bindings).then((readiness) => {
    known.set(bindings, { readiness, until: time + freshness[readiness.status] })
    running.delete(bindings)
    return readiness
  })
  const started = { check, until: time + checkTimeout }
  running.set(bindings, started)
  return started
}

/** Checks whether both stores answer, and whether the scheduled job is late. */
async function readinessOf(
  context: BackendContext,
  { CACHE }: Pick<Bindings, 'CACHE'>,
): Promise<Readiness> {
  const [jobs, isCacheUp] = await Promise.all([
    readJobState(context).catch(() => null),
    CACHE.get('readiness', 'json').then(
      () => true,
      () => false,
    ),
  ])
  return {
    status: jobs === null || !isCacheUp ? 'failing' : isLate(jobs) ? 'late' : 'ready',
    database: jobs === null ? 'failing' : 'ok',
    cache: isCacheUp ? 'ok' : 'failing',
    oldestJobSeconds: jobs?.oldestJobSeconds ?? null,
    lastRoundSeconds: jobs?.lastRoundSeconds ?? null,
    unsentAlertSeconds: jobs?.unsentAlertSeconds ?? null,
    failingJobs: jobs?.failingJobs ?? [],
  }
}

function isLate({ failingJobs, ...seconds }: JobState): boolean {
  return Math.max(...Object.values(seconds)) > longestWait || failingJobs.length > 0
}

type JobState = {
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

/** The notice of the next day is due after a day. The next rounds of jobs send it. */
const dailyNoticeTime = dayMs + 10 * minuteMs

/** Reads whether the scheduled jobs run, and whether they keep up with their work. */
async function readJobState(context: BackendContext): Promise<JobState> {
  const { db, config, now, carriers, providers } = context
  const kinds = (['mail', 'sms'] as const).filter((kind) => carriers[kind] !== null)
  const ids = providers.map(({ id }) => id)
  const alertMail = sql`FROM outbox WHERE recipient = ${config.SUPPORT_EMAIL} AND purpose = 'alert'`
  const aDayAgo = isoBefore(now, dayMs)
  const row = await readRow<StateRow>(db)`SELECT (SELECT min(since) FROM (
      -- The oldest message or refund that the shop has not tried to send.
      SELECT min(created_at) AS since FROM outbox
      WHERE sent_at IS NULL AND tried_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
        AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
      UNION ALL
      SELECT min(requested_at) FROM refunds
      WHERE state IN ('requested', 'sent') AND tried_at IS NULL
        AND provider IN (SELECT value FROM json_each(${JSON.stringify(ids)})))) AS untriedSince,
    (SELECT value ->> 'endedAt' FROM state WHERE name = 'last-round') AS endedAt,
    -- The first email about alerts within a day after the last one that the carrier accepted.
    (SELECT min(created_at) ${alertMail} AND created_at > coalesce((
      SELECT max(created_at) ${alertMail} AND created_at > ${aDayAgo}
        AND sent_at IS NOT NULL AND bounced_at IS NULL), ${aDayAgo})) AS unsentSince,
    (SELECT min(since) FROM alerts WHERE ended_at IS NULL AND posted_at IS NULL
      AND NOT ${isDailyNoticedSince('posted_at', isoBefore(now, dailyNoticeTime))})
      AS unpostedSince,
    (SELECT json_group_array(job.key) FROM state, json_each(state.value, '$.failing') job
      WHERE state.name = 'last-round' AND job.value <= ${timeOfLongestFailure(now)}) AS failing`
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

/** A job that fails for a shorter time usually recovers by itself. */
const longestFailure = 10 * minuteMs

/**
 * Records the end of a round of scheduled jobs and the jobs that failed. Parallel rounds may end in
 * a different order from the one they started in.
 */
export function recordRound(
  db: D1Database,
  failed: readonly string[],
  now: Date,
): D1PreparedStatement {
  return prepare(db)`INSERT INTO state (name, value) SELECT 'last-round', json_object(
      'endedAt', max(${now}, coalesce(old.value ->> 'endedAt', '')),
      'failing', json(json_group_object(job.value,
        coalesce(old.value -> 'failing' ->> job.value,
          ${now})) FILTER (WHERE job.value IS NOT NULL)))
    FROM (SELECT 1) LEFT JOIN state old ON old.name = 'last-round'
    LEFT JOIN json_each(${JSON.stringify(failed)}) job
    WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`
}

/** Selects jobs that have failed in every round of the last ten minutes. */
export function failingJobs(now: Date): AlertCondition {
  return {
    kind: 'job-failing',
    query: sql`SELECT job.key AS subject, 'job-failed' AS detail, NULL AS order_id
      FROM state, json_each(state.value, '$.failing') job
      WHERE state.name = 'last-round' AND job.value <= ${timeOfLongestFailure(now)}`,
  }
}

/** Returns the time since which a job must have failed in every round to raise an alert. */
function timeOfLongestFailure(now: Date): string {
  return isoBefore(now, longestFailure)
}
