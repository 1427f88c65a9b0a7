import type { Bindings } from '../../config/bindings.ts'
import { awaitInTime } from '../../requests/await-in-time.ts'
import type { BackendContext } from '../context.ts'
import { readJobState } from './job-state.ts'
import type { JobState } from './job-state.ts'

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
