import { z } from 'zod'
import type { BackendConfig } from '../settings.ts'
import { storedDetail } from '../messages/alert-detail.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import { describeRisks } from './catalogue-risks.ts'
import type { Supplier } from '../supply/supplier.ts'
import { planSync } from './plan-sync.ts'
import type { CatalogueSync } from './plan-sync.ts'
import { writeSync } from './write-sync.ts'
import { dayMs, hourMs, isoAfter, minuteMs } from '../kit/time.shared.ts'
import { pause } from '../kit/deadlines.ts'

type DailySyncContext = {
  readonly db: D1Database
  readonly config: BackendConfig
  readonly now: Date
  readonly suppliers: readonly Supplier[]
}

/** More changes need the command, because a worker is limited to 128 MB and 1,000 queries. */
const mostPlans = 10_000
/** Maximum plans to name in an alert. */
const mostNamed = 5
/** Consecutive failures before an alert. A single failure is usually a network error. */
const failuresBeforeAlert = 3

const claimed = z.object({ failures: z.int() })

/**
 * Syncs at most one catalogue per run. A catalogue is due daily, or an hour after a failure. A
 * catalogue that is probably wrong is refused and raises an alert, until the command accepts it.
 */
export async function syncDueCatalogue(context: DailySyncContext): Promise<void> {
  const { db, now, suppliers } = context
  const { results } = await db
    .prepare('SELECT id FROM suppliers WHERE sync_at <= ? ORDER BY sync_at')
    .bind(now.toISOString())
    .all<{ id: string }>()
  const due = results.map((row) => suppliers.find(({ id }) => id === row.id))
  const supplier = due.find((each) => each !== undefined)
  if (supplier) await claimAndSync(context, supplier)
}

async function claimAndSync(context: DailySyncContext, supplier: Supplier): Promise<void> {
  const { db, now } = context
  // The update claims the row, so parallel workers do not sync the same catalogue. If the worker
  // stops, the sync is retried after an hour.
  const claim = await db
    .prepare(
      `UPDATE suppliers SET sync_at = ?, sync_failures = sync_failures + 1
      WHERE id = ? AND sync_at <= ? RETURNING sync_failures AS failures`,
    )
    .bind(isoAfter(now, hourMs), supplier.id, now.toISOString())
    .first()
  if (claim === null) return
  const { failures } = claimed.parse(claim)
  try {
    const sync = await planSync(db, pacedCatalogue(supplier), context.config.CURRENCIES)
    const problem = refusal(sync)
    if (problem === null) await writeSync(db, sync, context.config.CURRENCIES[0], now)
    await db.batch([
      db
        .prepare(
          `UPDATE suppliers SET sync_at = ?, sync_failures = 0,
            synced_at = iif(?, ?, synced_at) WHERE id = ?`,
        )
        .bind(isoAfter(now, dayMs), Number(problem === null), now.toISOString(), supplier.id),
      problem === null
        ? endAlert(db, 'catalogue-sync', supplier.id, now)
        : raiseAlert(db, { kind: 'catalogue-sync', subject: supplier.id, detail: problem }, now),
      // The costs in a refused catalogue are probably wrong too, so they raise no alert.
      ...(problem === null ? [priceAlert(context, sync)] : []),
    ])
  } catch (error) {
    const detail = storedDetail({ code: 'failures', values: { count: failures } })
    if (failures >= failuresBeforeAlert)
      await raiseAlert(db, { kind: 'catalogue-sync', subject: supplier.id, detail }, now).run()
    throw error
  }
}

/** Raises or ends the alert about prices below the price rules or the supplier's cost. */
function priceAlert({ db, now }: DailySyncContext, sync: CatalogueSync): D1PreparedStatement {
  const { supplier: subject, tooLow } = sync
  if (tooLow.length === 0) return endAlert(db, 'prices-too-low', subject, now)
  const plans = tooLow.slice(0, mostNamed)
  const values = { plans, more: tooLow.length - plans.length }
  const detail = storedDetail({ code: 'low-prices', values })
  return raiseAlert(db, { kind: 'prices-too-low', subject, detail }, now)
}

function refusal({ risks, tariffs, sources }: CatalogueSync): string | null {
  const changes = Math.max(tariffs.length, sources.length)
  if (changes > mostPlans) return storedDetail({ code: 'plan-changes', values: { count: changes } })
  return risks.length === 0 ? null : describeRisks(risks).join('; ')
}

/** Reads pages at half of the supplier's rate limit, because orders need the other half. */
export function pacedCatalogue(
  supplier: Pick<Supplier, 'id' | 'catalogue' | 'callsPerMinute'>,
  wait: (milliseconds: number) => Promise<void> = pause,
): Pick<Supplier, 'id' | 'catalogue'> {
  const most = Math.max(1, Math.floor(supplier.callsPerMinute / 2))
  return {
    id: supplier.id,
    async *catalogue() {
      let calls = 0
      for await (const page of supplier.catalogue()) {
        yield page
        calls += 1
        if (calls % most === 0) await wait(minuteMs)
      }
    },
  }
}
