import { logEvent } from '../kit/log.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import type { Money } from '../kit/money.shared.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'
import { raiseAlert } from '../messages/alerts.ts'
import { SupplierError } from '../supply/supplier.ts'
import type { AcceptedOrder, RefusedOrder, Supplier } from '../supply/supplier.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { deliver } from '../orders/delivery.ts'
import { openSources } from '../orders/lines.ts'
import { settleOrder } from '../orders/order-state.ts'
import { topUpMail } from '../orders/order-mails.ts'
import { change, nextTry, step } from './purchase.ts'
import type { PurchaseAnswer, Purchase, SourcingContext } from './purchase.ts'
import { returnProfile } from './return-profile.ts'
import { storeProfile } from './store-profile.ts'

/** Failed calls after which the shop orders from the line's next source. */
const failuresToMoveOn = 4
/** A plan that is out of stock is back on sale after six hours. */
const pauseOfPlan = 6 * hourMs

/** Makes the next step of a claimed order. */
export async function takeStep(
  context: SourcingContext,
  supplier: Supplier,
  order: Purchase,
): Promise<void> {
  switch (order.status) {
    case 'new':
      return order.isNeeded ? buy(context, supplier, order) : dropOrder(context.db, order)
    case 'sent':
      return search(context, supplier, order)
    case 'held':
      return order.reference === null
        ? search(context, supplier, order)
        : fetchProfile(context, supplier, order)
    case 'accepted':
      return fetchProfile(context, supplier, order)
    case 'done':
      return returnProfile(context, supplier, order)
    case 'given-up':
      return searchRepeated(context, supplier, order)
  }
}

/** Hours in which the shop searches for an order that staff ordered again. */
const mostSearches = 72

/** Holds an order that appears after staff ordered its line again: it was bought a second time. */
async function searchRepeated(
  context: SourcingContext,
  supplier: Supplier,
  order: Purchase,
): Promise<void> {
  const reference = await call(context, async () => supplier.find(order.key))
  if (typeof reference === 'string') {
    const problem = 'the supplier has this order, and the line was ordered again'
    const sql = `status = ?2 AND tries = ?3 AND NOT EXISTS (SELECT 1 FROM purchases other
      WHERE other.supplier = purchases.supplier AND other.reference = ?9 AND other.key <> ?1)`
    const held = { status: 'held', reference, problem } as const
    const { results } = await change(context, order, held, { sql, params: [] }).all()
    // Another order of the shop has the reference, so no search will change the answer.
    if (results.length === 0) await change(context, order, { status: 'given-up' }).run()
    return
  }
  const next =
    order.tries < mostSearches ? { next: nextTry(context, order, { status: 'held' }) } : {}
  await change(context, order, { status: 'given-up', ...next }).run()
}

/** Deletes an order that is no longer needed and that no call has bought. */
async function dropOrder(db: D1Database, { key, tries }: Purchase): Promise<void> {
  await db
    .prepare(`DELETE FROM purchases WHERE key = ? AND tries = ? AND status = 'new'`)
    .bind(key, tries)
    .run()
}

/**
 * Places the order. From the second try on, searches for it first, because an earlier answer may
 * have been wrong.
 */
async function buy(context: SourcingContext, supplier: Supplier, order: Purchase): Promise<void> {
  const found = order.tries === 1 ? null : await find(context, supplier, order)
  if (found === null) await send(context, supplier, order)
}

/**
 * Searches for an order that may have been bought. Sends it again only to a supplier that treats it
 * as the same order.
 */
async function search(
  context: SourcingContext,
  supplier: Supplier,
  order: Purchase,
): Promise<void> {
  if ((await find(context, supplier, order)) !== null) return
  if (order.status === 'sent' && supplier.isOrderIdempotent && order.isNeeded)
    return send(context, supplier, order)
  const status = supplier.canFindOrders ? 'absent' : 'unclear'
  await settle(context, order, { status, message: 'the supplier does not find the order' })
}

/** Returns null when the supplier has no such order. Otherwise the step has ended. */
async function find(
  context: SourcingContext,
  supplier: Supplier,
  order: Purchase,
): Promise<'ended' | null> {
  const reference = await call(context, async () => supplier.find(order.key))
  if (reference === null) return null
  await (reference instanceof SupplierError
    ? settle(context, order, { status: 'failed', error: reference })
    : accept(context, supplier, order, { reference, cost: null }))
  return 'ended'
}

async function send(context: SourcingContext, supplier: Supplier, order: Purchase): Promise<void> {
  if (context.hasTime?.() === false) return postpone(context, order)
  const sent = { ...order, status: 'sent' } as const
  const { results } = await markSent(context, order).all()
  if (results.length === 0) return
  const { key, iccid, planCode } = order
  const answer = await call(context, async () =>
    order.kind === 'top-up'
      ? supplier.topUp(key, iccid ?? '', planCode)
      : supplier.order(key, planCode),
  )
  if (answer instanceof SupplierError)
    return settle(context, sent, { status: 'unordered', error: answer }, order)
  await (answer.status === 'accepted'
    ? accept(context, supplier, sent, answer)
    : settle(context, sent, answer, order))
}

/**
 * Records that the supplier may have the order from now on. Does nothing if the eSIM of a top-up
 * was refunded after this worker claimed the order: the shop may be returning the eSIM.
 */
function markSent(context: SourcingContext, order: Purchase): D1PreparedStatement {
  const next = context.now.toISOString()
  return change(
    context,
    order,
    { status: 'sent', next },
    {
      sql: `status = ?2 AND tries = ?3 AND NOT (kind = 'top-up' AND EXISTS (
      SELECT 1 FROM esim_states e WHERE e.iccid = purchases.iccid AND (e.is_refunded OR e.is_reused)))`,
      params: [],
    },
  )
}

/** Returns the error of a failed call. A call with a refused key makes a check of the key due. */
async function call<T>({ db }: SourcingContext, run: () => Promise<T>): Promise<T | SupplierError> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    // The check decides whether the key is refused, because a supplier may refuse a single call.
    if (error.isKeyRefused)
      await db
        .prepare('UPDATE suppliers SET balance_at = NULL WHERE id = ?')
        .bind(error.supplier)
        .run()
    return error
  }
}

/**
 * Stores the supplier's reference and the cost of the order, even when the answer arrives after a
 * person gave the order up. If another order has the reference, one of the two is wrong.
 */
async function accept(
  context: SourcingContext,
  supplier: Supplier,
  order: Purchase,
  { reference, cost }: Pick<AcceptedOrder, 'reference' | 'cost'>,
): Promise<void> {
  const next = context.now.toISOString()
  const accepted = { status: 'accepted', reference, cost, next } as const
  const { results } = await change(context, order, accepted, {
    sql: `status IN ('new', 'sent', 'held', 'refused', 'given-up')
      AND NOT EXISTS (SELECT 1 FROM purchases other
        WHERE other.supplier = purchases.supplier AND other.reference = ?9
          AND other.key <> ?1)`,
    params: [],
  }).all()
  if (results.length > 0) {
    if (cost !== null) await syncSoon(context, order, cost)
    return fetchProfile(context, supplier, { ...order, status: 'accepted', reference, tries: 0 })
  }
  const message = `another order has the reference ${reference}`
  await settle(context, order, { status: 'unclear', message })
}

/** Makes a sync of the catalogue due if the order did not have the cost of the catalogue. */
async function syncSoon(
  { db, now }: SourcingContext,
  { supplier, planCode }: Purchase,
  { minor, currency }: Money,
): Promise<void> {
  await db
    .prepare(
      `UPDATE suppliers SET sync_at = ?1 WHERE id = ?2 AND sync_at > ?1 AND EXISTS (
        SELECT 1 FROM plan_sources WHERE supplier = ?2 AND plan_code = ?3
          AND (cost_minor, cost_currency) IS NOT (?4, ?5))`,
    )
    .bind(now.toISOString(), supplier, planCode, minor, currency)
    .run()
}

/** Fetches the profile of an accepted order. An accepted top-up needs no fetch. */
async function fetchProfile(
  context: SourcingContext,
  supplier: Supplier,
  order: Purchase,
): Promise<void> {
  if (order.kind === 'top-up') return completeTopUp(context, order)
  if (context.hasTime?.() === false) return postpone(context, order)
  const profile = await call(context, async () => supplier.fetch(order.reference ?? ''))
  if (profile instanceof SupplierError)
    return settle(context, order, { status: 'failed', error: profile })
  if (profile === null) {
    const message = 'the supplier accepted the order, but has returned no profile'
    return settle(context, order, { status: 'absent', message })
  }
  // A supplier may accept an order first and refuse it later.
  await ('status' in profile
    ? settle(context, order, profile)
    : storeProfile(context, order, profile))
}

/**
 * In one transaction, records that the supplier has added the top-up, writes the email and settles
 * the order. The next visit to the balance page requests the usage from the supplier.
 */
async function completeTopUp(context: SourcingContext, order: Purchase): Promise<void> {
  const { db, now } = context
  const { invoiceID, position, iccid } = order
  await db.batch([
    change(
      context,
      order,
      { status: 'done' },
      {
        sql: `status IN ('accepted', 'held')`,
        params: [],
      },
    ),
    db
      .prepare('UPDATE esims SET usage_fresh_until = ?2 WHERE iccid = ?1')
      .bind(iccid, now.toISOString()),
    await topUpMail(context, invoiceID, position),
    ...settleOrder(context, invoiceID),
  ])
}

/** Ends the step without a call, because the worker may end first. */
async function postpone(context: SourcingContext, order: Purchase): Promise<void> {
  await change(context, order, { status: order.status, next: nextTry(context, order) }).run()
}

/**
 * Stores the state after an answer.
 * @param before the order before it was sent
 */
async function settle(
  context: SourcingContext,
  order: Purchase,
  answer: PurchaseAnswer,
  before = order,
): Promise<void> {
  const status = step(before, answer)
  if (answer.status === 'refused' && status === 'refused')
    return refuseOrder(context, order, answer)
  if ('error' in answer) return fail(context, order, status, answer.error)
  const isPending = answer.status === 'absent' && status === 'accepted'
  const problem = isPending ? null : answer.message
  await change(context, order, { status, problem, next: nextTry(context, order, { status }) }).run()
}

async function fail(
  context: SourcingContext,
  order: Purchase,
  status: ReturnType<typeof step>,
  error: SupplierError,
): Promise<void> {
  const { supplier, tries } = order
  const { message: problem, outcome, retryAfter } = error
  const invoice = orderNumberOf(order.invoiceID)
  logEvent({ event: 'supplier-call-failed', supplier, invoice, tries, outcome, error: problem })
  const canMoveOn = status === 'new' && tries >= failuresToMoveOn
  if (canMoveOn && (await tryNextSource(context, order, problem))) return
  const next = nextTry(context, order, { status, retryAfter })
  await change(context, order, { status, problem, next }).run()
}

/**
 * Ends an order that no call has bought, if the line has another source. Otherwise returns false.
 */
async function tryNextSource(
  context: SourcingContext,
  order: Purchase,
  problem: string,
): Promise<boolean> {
  const { results } = await change(
    context,
    order,
    { status: 'refused', problem },
    {
      sql: `status = ?2 AND tries = ?3 AND EXISTS (SELECT 1 FROM line_states l
      WHERE l.order_id = purchases.order_id
        AND l.position = purchases.line_position
        AND EXISTS (SELECT 1 FROM ${openSources}))`,
      params: [],
    },
  ).all()
  return results.length > 0
}

/**
 * Ends an order that the supplier refused, so that the line goes to its next source. If there is
 * none, the customer gets an email. The shop stops selling plans and top-ups that the supplier
 * cannot deliver.
 */
export async function refuseOrder(
  context: SourcingContext,
  order: Purchase,
  { reason, message }: Pick<RefusedOrder, 'reason' | 'message'>,
): Promise<void> {
  const { supplier } = order
  const invoice = orderNumberOf(order.invoiceID)
  logEvent({ event: 'supplier-order-refused', supplier, invoice, reason, message })
  await context.db.batch([
    change(context, order, { status: 'refused', refusal: reason, problem: message }),
    ...refusalStatements(context, order, reason),
  ])
  await deliver(context, order.invoiceID)
}

function refusalStatements(
  { db, now }: SourcingContext,
  { kind, supplier, planCode, costMinor, iccid }: Purchase,
  reason: RefusedOrder['reason'],
): D1PreparedStatement[] {
  if (reason === 'invalid') return []
  if (reason === 'out-of-balance') {
    const alert = { kind: 'supplier-out-of-balance', subject: supplier, detail: planCode } as const
    return [
      db
        .prepare(`UPDATE suppliers SET missing_minor = ?, refreshed_to = '' WHERE id = ?`)
        .bind(costMinor ?? 1, supplier),
      raiseAlert(db, alert, now),
    ]
  }
  // A top-up can have the same code as a plan, and the refusal may concern only one eSIM. The next
  // visit reads its top-ups again from the supplier.
  if (kind === 'top-up')
    return [
      db
        .prepare('UPDATE esims SET top_ups_fresh_until = ?2 WHERE iccid = ?1')
        .bind(iccid, now.toISOString()),
    ]
  const backAt = reason === 'out-of-stock' ? isoAfter(now, pauseOfPlan) : null
  return [
    db
      .prepare(
        `UPDATE plan_sources SET is_available = 0, back_at = ?3
        WHERE supplier = ?1 AND plan_code = ?2`,
      )
      .bind(supplier, planCode, backAt),
    db
      .prepare(
        refreshPlacements(`plan_id IN (
          SELECT plan_id FROM plan_sources WHERE supplier = ? AND plan_code = ?)`),
      )
      .bind(supplier, planCode),
  ]
}
