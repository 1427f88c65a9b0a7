import type { Bindings } from '../../config/bindings.ts'
import { awaitInTime } from '../../requests/await-in-time.ts'
import type { BackendContext } from '../context.ts'

/**
 * Seconds that a message or refund may wait. The scheduled job runs every minute, and processes 20
 * items of each kind.
 */
const longestWait = 600

/**
 * In milliseconds. Limits reads of both stores, because anyone can send this request. A failure is
 * cached for less time, so that a monitor sees the recovery soon.
 */
const freshness = { ready: 10_000, late: 3000, failing: 3000 } as const

type StoreState = 'ok' | 'failing'

export type Readiness = {
  /** `late` means that the scheduled job has stopped or is far behind. */
  readonly status: 'ready' | 'late' | 'failing'
  readonly database: StoreState
  readonly cache: StoreState
  /** Age of the oldest untried message or refund. 0 when none waits, null after a read failure. */
  readonly oldestJobSeconds: number | null
}

/** Milliseconds that the stores have for their answers. */
const checkTimeout = 3000
const noAnswer: Readiness = {
  status: 'failing',
  database: 'failing',
  cache: 'failing',
  oldestJobSeconds: null,
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
  const [oldestJobSeconds, isCacheUp] = await Promise.all([
    oldestJob(context).catch(() => null),
    CACHE.get('readiness').then(
      () => true,
      () => false,
    ),
  ])
  const isUp = oldestJobSeconds !== null && isCacheUp
  const isLate = oldestJobSeconds !== null && oldestJobSeconds > longestWait
  return {
    status: isUp ? (isLate ? 'late' : 'ready') : 'failing',
    database: oldestJobSeconds === null ? 'failing' : 'ok',
    cache: isCacheUp ? 'ok' : 'failing',
    oldestJobSeconds,
  }
}

async function oldestJob({ db, now, carriers, providers }: BackendContext): Promise<number> {
  const kinds = (['mail', 'sms'] as const).filter((kind) => carriers[kind] !== null)
  const since = await db
    .prepare(
      `SELECT min(since) AS since FROM (
        SELECT min(created_at) AS since FROM outbox
        WHERE sent_at IS NULL AND tried_at IS NULL AND (expires_at IS NULL OR expires_at > ?1)
          AND kind IN (SELECT value FROM json_each(?2))
        UNION ALL
        SELECT min(requested_at) FROM refunds
        WHERE accepted_at IS NULL AND refused_at IS NULL AND tried_at IS NULL
          AND provider IN (SELECT value FROM json_each(?3)))`,
    )
    .bind(now.toISOString(), JSON.stringify(kinds), JSON.stringify(providers.map(({ id }) => id)))
    .first<string>('since')
  return since === null ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 1000))
}
