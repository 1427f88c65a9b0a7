import { takeStep } from './take-step.ts'
import { isoAfter } from '../kit/time.shared.ts'
import type { Currency } from '../kit/money.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { isBeforeStock } from '../plans/can-sell.ts'
import {
  hasLateProfile,
  hasOpenOrder,
  openSources,
  openTopUp,
  takesTopUp,
  isDeliverable,
  isDue,
  queueOrder,
} from '../orders/lines.ts'
import { convertedSql } from '../plans/profit.ts'
import { callsIn, countCalls, returnCalls } from '../supply/count-calls.ts'
import type { Supplier } from '../supply/supplier.ts'
import type { Purchase, SourcingContext } from './purchase.ts'
import { prepare, raw, readRows, runBatch, sql, type Sql } from '../kit/sql.ts'

/** A refusal makes the line's next source due, and a line has few sources. */
const maxRounds = 4

/**
 * Orders eSIMs and top-ups for paid lines, and continues orders that are due. Makes up to six calls
 * at a time, because a worker has six connections. Parallel runs never make the same step.
 */
export async function sourceOrders(run: SourcingContext): Promise<void> {
  if (run.suppliers.length === 0) return
  for (let round = 0; round < maxRounds; round += 1) {
    if (run.hasTime?.() === false) return
    // Leases and counted calls need the present time, and the calls of a round take a minute.
    const context = { ...run, now: run.clock?.() ?? run.now }
    await insertOrders(context)
    const due = await findDueOrders(context)
    const steps = await Promise.allSettled(due.map(async (each) => advance(context, each)))
    const failures = steps.flatMap((step) => (step.status === 'rejected' ? [step.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'Supplier orders failed')
    if (!steps.some((step) => step.status === 'fulfilled' && step.value)) return
  }
}

/**
 * Returns false when another worker has the order, or the supplier has no calls left in this
 * minute.
 */
export async function advance(context: SourcingContext, due: DueOrder): Promise<boolean> {
  const supplier = context.suppliers.find(({ id }) => id === due.supplier)
  if (!supplier || supplier.callsPerMinute < callsPerStep) return false
  const purchase = await claimOrder(context, supplier, due)
  if (!purchase) return false
  await takeStep(context, supplier, purchase)
  return true
}

/** Lines per run. The scheduled job runs every minute, and a run follows each payment. */
const linesAtOnce = 20

type Line = {
  readonly invoiceID: string
  readonly position: number
  readonly kind: 'plan' | 'top-up'
}

/** Stores an order for each paid line that waits and that a supplier can deliver. Sends nothing. */
async function insertOrders({ db, config, now }: SourcingContext): Promise<void> {
  const results = await readRows<Line>(db)`SELECT l.order_id AS invoiceID, l.position, l.kind
    FROM orders i JOIN line_states l ON l.order_id = i.id
    WHERE i.status = 'paid' AND i.frozen_at IS NULL AND l.is_waiting AND ${isDue(now)}
      AND NOT ${raw(hasOpenOrder)} AND NOT ${raw(hasLateProfile)} AND (
        EXISTS (SELECT 1 FROM ${raw(openSources)} AND ${raw(isBeforeStock('l.plan_id'))})
        OR EXISTS (SELECT 1 FROM ${raw(openTopUp)}))
    ORDER BY ${raw(queueOrder)} LIMIT ${raw(linesAtOnce)}`
  if (results.length === 0) return
  const [base] = config.CURRENCIES
  await db.batch(
    results.map(
      ({ invoiceID, position, kind }) =>
        prepare(db)`INSERT INTO purchases (order_id, line_position, kind, supplier, plan_code,
          cost_minor, cost_currency, iccid, key, next_try_at, created_at)
        SELECT l.order_id, l.position, l.kind, ${kind === 'plan' ? sourceColumns : topUpColumns},
          ${secretID()}, ${now}, ${now}
        FROM line_states l JOIN ${kind === 'plan' ? bestSource(base, now) : raw(openTopUp)}
          AND l.order_id = ${invoiceID} AND l.position = ${position}
          AND ${isDeliverable(invoiceID)} AND NOT ${raw(hasOpenOrder)}`,
    ),
  )
}

const sourceColumns = sql`best.supplier, best.plan_code, best.cost_minor, best.cost_currency, NULL`
/** SQL: the supplier of an eSIM also sells its top-ups. */
const topUpColumns = sql`u.supplier, u.plan_code, u.cost_minor, u.cost_currency, e.iccid`

/**
 * SQL: the source with the lowest priority number that has not refused the line. Among equal
 * priorities, the lowest cost in the base currency. An unknown or unconvertible cost is last.
 */
function bestSource(base: Currency, now: Date): Sql {
  const at = `'${now.toISOString()}'`
  const amount = { minor: 'source.cost_minor', currency: 'source.cost_currency', at }
  return sql`plan_sources best
      ON best.plan_id = l.plan_id AND (best.supplier, best.plan_code) = (
        SELECT source.supplier, source.plan_code
        FROM ${raw(openSources)} AND ${raw(isBeforeStock('l.plan_id'))}
        ORDER BY source.priority, ${raw(convertedSql(amount, base))} NULLS LAST, source.supplier
        LIMIT 1)
    WHERE NOT ${raw(hasLateProfile)}`
}

type DueOrder = Pick<Purchase, 'key' | 'supplier' | 'invoiceID' | 'position'>

/** Maximum calls in one step: find the order, place it and fetch its profile. */
const callsPerStep = 3
/** Milliseconds: five times the duration of three calls, each of which ends after 20 s. */
const lease = 300_000
const ordersAtOnce = 6

const isDueAt = (now: Date) =>
  sql`next_try_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})`

/**
 * Returns orders whose next step is due, those with the fewest tries first. Their suppliers are
 * switched on and have enough calls left in this minute.
 */
async function findDueOrders({ db, now, suppliers }: SourcingContext): Promise<DueOrder[]> {
  const callsPerMinute = Object.fromEntries(suppliers.map((each) => [each.id, each.callsPerMinute]))
  return readRows<DueOrder>(db)`SELECT key, supplier, order_id AS invoiceID,
      line_position AS position
    FROM purchases
    WHERE ${isDueAt(now)} AND supplier IN (
      SELECT suppliers.id FROM json_each(${JSON.stringify(callsPerMinute)}) most
      JOIN suppliers ON suppliers.id = most.key
      WHERE ${callsIn(now)} + ${raw(callsPerStep)} <= most.value)
    ORDER BY tries, next_try_at LIMIT ${raw(ordersAtOnce)}`
}

/**
 * Leases an order to this worker and counts the calls of its step. Returns null when another worker
 * has the order, or the supplier has no calls left in this minute.
 */
async function claimOrder(
  { db, now }: SourcingContext,
  supplier: Supplier,
  { key, invoiceID, position }: DueOrder,
): Promise<Purchase | null> {
  const [counted, claimed, needed] = await runBatch(db, [
    countCalls(db, supplier, callsPerStep, now),
    prepare<Omit<Purchase, 'isNeeded'>>(db)`UPDATE purchases
      SET leased_until = ${isoAfter(now, lease)}, tries = tries + 1
      WHERE key = ${key} AND ${isDueAt(now)} AND changes() = 1
      RETURNING key, order_id AS invoiceID, line_position AS position, kind, supplier,
        plan_code AS planCode, cost_minor AS costMinor, status, reference, iccid, tries`,
    prepare(db)`SELECT 1 FROM line_states l
      WHERE l.order_id = ${invoiceID} AND l.position = ${position} AND ${isDeliverable(invoiceID)}
        AND (l.kind <> 'top-up' OR EXISTS (
          SELECT 1 FROM top_ups u JOIN esim_states e ON e.esim_hash = u.esim_hash
          WHERE u.order_id = ${invoiceID} AND u.line_position = ${position}
            AND ${raw(takesTopUp)}))`,
  ])
  const [row] = claimed.results
  if (!row && counted.results.length > 0) await returnCalls(db, supplier, callsPerStep, now).run()
  return row ? { ...row, isNeeded: needed.results.length === 1 } : null
}
