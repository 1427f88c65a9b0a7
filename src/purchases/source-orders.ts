import { callsPerStep, claimOrder, findDueOrders } from './claims.ts'
import type { DueOrder, SourcingContext } from './claims.ts'
import { takeStep } from './take-step.ts'
import { dayOf } from '../kit/time.shared.ts'
import type { Currency } from '../kit/money.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { isBeforeStock } from '../plans/can-sell.ts'
import {
  hasLateProfile,
  hasOpenOrder,
  openSources,
  openTopUp,
  isDeliverable,
  isDue,
  isWaiting,
  queueOrder,
} from '../orders/lines.ts'
import { convertedSql } from '../plans/profit.ts'

/** A refusal makes the line's next source due, and a line has few sources. */
const maxRounds = 4

/**
 * Orders eSIMs and top-ups for paid lines, and continues orders that are due. Makes up to six calls
 * at a time, because a worker has six connections. Parallel runs never make the same step.
 */
export async function sourceOrders(context: SourcingContext): Promise<void> {
  if (context.suppliers.length === 0) return
  for (let round = 0; round < maxRounds; round += 1) {
    if (context.hasTime?.() === false) return
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
async function advance(context: SourcingContext, due: DueOrder): Promise<boolean> {
  const supplier = context.suppliers.find(({ id }) => id === due.supplier)
  if (!supplier || supplier.callsPerMinute < callsPerStep) return false
  const order = await claimOrder(context, supplier, due)
  if (!order) return false
  await takeStep(context, supplier, order)
  return true
}

/** Orders per run. The scheduled job runs every minute, and a run follows each payment. */
const batchSize = 20

type Line = {
  readonly invoiceID: string
  readonly position: number
  readonly kind: 'plan' | 'top-up'
}

/** Stores an order for each paid line that waits and that a supplier can deliver. Sends nothing. */
async function insertOrders({ db, config, now }: SourcingContext): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT l.invoice_id AS invoiceID, l.position, l.kind
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      WHERE i.status = 'paid' AND i.frozen_at IS NULL AND ${isWaiting} AND ${isDue}
        AND NOT ${hasOpenOrder} AND NOT ${hasLateProfile} AND (EXISTS (SELECT 1 FROM ${openSources} AND ${isBeforeStock('l.tariff_id')})
          OR EXISTS (SELECT 1 FROM ${openTopUp}))
      ORDER BY ${queueOrder} LIMIT ${batchSize}`,
    )
    .bind(dayOf(now))
    .all<Line>()
  if (results.length === 0) return
  const [base] = config.CURRENCIES
  await db.batch(
    results.map((line) =>
      line.kind === 'top-up' ? insertTopUp(db, line, now) : insertOrder(db, line, { now, base }),
    ),
  )
}

/**
 * Selects the source with the lowest priority number that has not refused the line. Among equal
 * priorities, selects the lowest cost in the base currency. An unknown or unconvertible cost is
 * last.
 */
function insertOrder(
  db: D1Database,
  { invoiceID, position }: Line,
  { now, base }: { readonly now: Date; readonly base: Currency },
): D1PreparedStatement {
  const amount = { minor: 'source.cost_minor', currency: 'source.cost_currency', at: '?2' }
  return db
    .prepare(
      `INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code,
        cost_minor, cost_currency, next_try_at, created_at)
      SELECT ?4, l.invoice_id, l.position, 'plan', best.supplier, best.plan_code, best.cost_minor,
        best.cost_currency, ?2, ?2
      FROM invoice_lines l JOIN tariff_sources best
        ON best.tariff_id = l.tariff_id AND (best.supplier, best.plan_code) = (
          SELECT source.supplier, source.plan_code FROM ${openSources} AND ${isBeforeStock('l.tariff_id')}
          ORDER BY source.priority, ${convertedSql(amount, base)} NULLS LAST, source.supplier
          LIMIT 1)
      WHERE l.invoice_id = ?1 AND l.position = ?3 AND ${isDeliverable} AND NOT ${hasOpenOrder}
        AND NOT ${hasLateProfile}`,
    )
    .bind(invoiceID, now.toISOString(), position, secretID())
}

/** The supplier of an eSIM also sells its top-ups. */
function insertTopUp(
  db: D1Database,
  { invoiceID, position }: Line,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code,
        cost_minor, cost_currency, iccid, next_try_at, created_at)
      SELECT ?4, l.invoice_id, l.position, 'top-up', u.supplier, u.plan_code, u.cost_minor,
        u.cost_currency, e.iccid, ?2, ?2
      FROM invoice_lines l JOIN ${openTopUp}
        AND l.invoice_id = ?1 AND l.position = ?3 AND ${isDeliverable} AND NOT ${hasOpenOrder}`,
    )
    .bind(invoiceID, now.toISOString(), position, secretID())
}
