import { logEvent } from '../kit/log.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import type { Money } from '../kit/money.shared.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'
import { raiseAlert } from '../messages/alerts.ts'
import { SupplierError } from '../supply/supplier.ts'
import type { AcceptedOrder, RefusedOrder, Supplier } from '../supply/supplier.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { deliver } from '../orders/delivery.ts'
import { openSources, takesTopUp } from '../orders/lines.ts'
import { settleOrder } from '../orders/order-state.ts'
import { topUpMail } from '../orders/order-mails.ts'
import { change, isUnchanged, nextTry, step } from './purchase.ts'
import type { PurchaseAnswer, Purchase, SourcingContext } from './purchase.ts'
import { returnProfile } from './return-profile.ts'
import { storeProfile } from './store-profile.ts'
import { prepare, raw, sql, type Sql } from '../kit/sql.ts'

/** Failed calls after which the shop orders from the line's next source. */
const failuresToMoveOn = 4
/** A plan that is out of stock is back on sale after six hours. */
const pauseOfPlan = 6 * hourMs

/** Makes the next step of a claimed order. */
export async function takeStep(
  context: SourcingContext,
  supplier: Supplier,
  purchase: Purchase,
): Promise<void> {
  switch (purchase.status) {
    case 'new':
      return purchase.isNeeded ? buy(context, supplier, purchase) : dropOrder(context.db, purchase)
    case 'sent':
      return search(context, supplier, purchase)
    case 'held':
      return purchase.reference === null
        ? search(context, supplier, purchase)
        : fetchProfile(context, supplier, purchase)
    case 'accepted':
      return fetchProfile(context, supplier, purchase)
    case 'done':
      return returnProfile(context, supplier, purchase)
    case 'given-up':
      return searchRepeated(context, supplier, purchase)
  }
}

/** Hours in which the shop searches for an order that staff ordered again. */
const mostSearches = 72

/** SQL: no other order at the supplier has the reference. */
function isUnused(reference: string, { key }: Purchase): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM purchases other
    WHERE other.supplier = purchases.supplier AND other.reference = ${reference}
      AND other.key <> ${key})`
}

/** Holds an order that appears after staff ordered its line again: it was bought a second time. */
async function searchRepeated(context: SourcingContext, supplier: Supplier, purchase: Purchase) {
  const reference = await call(context, async () => supplier.find(purchase.key))
  if (typeof reference === 'string') {
    const problem = 'the supplier has this order, and the line was ordered again'
    const held = { status: 'held', reference, problem } as const
    const isNew = sql`${isUnchanged(purchase)} AND ${isUnused(reference, purchase)}`
    const { results } = await change(context, purchase, held, isNew).all()
    // Another order of the shop has the reference, so no search will change the answer.
    if (results.length === 0) await change(context, purchase, { status: 'given-up' }).run()
    return
  }
  const next =
    purchase.tries < mostSearches ? { next: nextTry(context, purchase, { status: 'held' }) } : {}
  await change(context, purchase, { status: 'given-up', ...next }).run()
}

/** Deletes an order that is no longer needed and that no call has bought. */
async function dropOrder(db: D1Database, { key, tries }: Purchase): Promise<void> {
  await prepare(db)`DELETE FROM purchases
    WHERE key = ${key} AND tries = ${tries} AND status = 'new'`.run()
}

/**
 * Places the order. From the second try on, searches for it first, because an earlier answer may
 * have been wrong.
 */
async function buy(
  context: SourcingContext,
  supplier: Supplier,
  purchase: Purchase,
): Promise<void> {
  const found = purchase.tries === 1 ? null : await find(context, supplier, purchase)
  if (found === null) await send(context, supplier, purchase)
}

/**
 * Searches for an order that may have been bought. Sends it again only to a supplier that treats it
 * as the same order.
 */
async function search(context: SourcingContext, supplier: Supplier, purchase: Purchase) {
  if ((await find(context, supplier, purchase)) !== null) return
  if (purchase.status === 'sent' && supplier.isOrderIdempotent && purchase.isNeeded)
    return send(context, supplier, purchase)
  const status = supplier.canFindOrders ? 'absent' : 'unclear'
  await settle(context, purchase, { status, message: 'the supplier does not find the order' })
}

/** Returns null when the supplier has no such order. Otherwise the step has ended. */
async function find(
  context: SourcingContext,
  supplier: Supplier,
  purchase: Purchase,
): Promise<'ended' | null> {
  const reference = await call(context, async () => supplier.find(purchase.key))
  if (reference === null) return null
  await (reference instanceof SupplierError
    ? settle(context, purchase, { status: 'failed', error: reference })
    : accept(context, supplier, purchase, { reference, cost: null }))
  return 'ended'
}

async function send(
  context: SourcingContext,
  supplier: Supplier,
  purchase: Purchase,
): Promise<void> {
  if (context.hasTime?.() === false) return postpone(context, purchase)
  const sent = { ...purchase, status: 'sent' } as const
  const { results } = await markSent(context, purchase).all()
  if (results.length === 0) return
  const { key, iccid, planCode } = purchase
  const answer = await call(context, async () =>
    purchase.kind === 'top-up'
      ? supplier.topUp(key, iccid ?? '', planCode)
      : supplier.order(key, planCode),
  )
  if (answer instanceof SupplierError)
    return settle(context, sent, { status: 'unordered', error: answer }, purchase)
  await (answer.status === 'accepted'
    ? accept(context, supplier, sent, answer)
    : settle(context, sent, answer, purchase))
}

/**
 * Records that the supplier may have the order from now on. Does nothing if the eSIM of a top-up
 * was refunded after this worker claimed the order: the shop may be returning the eSIM.
 */
function markSent(context: SourcingContext, purchase: Purchase): D1PreparedStatement {
  const next = context.now.toISOString()
  const isWanted = sql`${isUnchanged(purchase)} AND NOT (kind = 'top-up' AND EXISTS (
    SELECT 1 FROM esim_states e WHERE e.iccid = purchases.iccid AND NOT ${raw(takesTopUp)}))`
  return change(context, purchase, { status: 'sent', next }, isWanted)
}

/** Returns the error of a failed call. A call with a refused key makes a check of the key due. */
async function call<T>({ db }: SourcingContext, run: () => Promise<T>): Promise<T | SupplierError> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    // The check decides whether the key is refused, because a supplier may refuse a single call.
    if (error.isKeyRefused)
      await prepare(db)`UPDATE suppliers SET balance_at = NULL WHERE id = ${error.supplier}`.run()
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
  purchase: Purchase,
  { reference, cost }: Pick<AcceptedOrder, 'reference' | 'cost'>,
): Promise<void> {
  const next = context.now.toISOString()
  const accepted = { status: 'accepted', reference, cost, next } as const
  const isOpen = sql`status IN ('new', 'sent', 'held', 'refused', 'given-up')
    AND ${isUnused(reference, purchase)}`
  const { results } = await change(context, purchase, accepted, isOpen).all()
  if (results.length > 0) {
    if (cost !== null) await syncSoon(context, purchase, cost)
    return fetchProfile(context, supplier, { ...purchase, status: 'accepted', reference, tries: 0 })
  }
  const message = `another order has the reference ${reference}`
  await settle(context, purchase, { status: 'unclear', message })
}

/** Makes a sync of the catalogue due if the order did not have the cost of the catalogue. */
async function syncSoon(
  { db, now }: SourcingContext,
  { supplier, planCode }: Purchase,
  { minor, currency }: Money,
): Promise<void> {
  await prepare(db)`UPDATE suppliers SET sync_at = ${now} WHERE id = ${supplier}
      AND sync_at > ${now} AND EXISTS (
    SELECT 1 FROM plan_sources WHERE supplier = ${supplier} AND plan_code = ${planCode}
      AND (cost_minor, cost_currency) IS NOT (${minor}, ${currency}))`.run()
}

/** Fetches the profile of an accepted order. An accepted top-up needs no fetch. */
async function fetchProfile(context: SourcingContext, supplier: Supplier, purchase: Purchase) {
  if (purchase.kind === 'top-up') return completeTopUp(context, purchase)
  if (context.hasTime?.() === false) return postpone(context, purchase)
  const profile = await call(context, async () => supplier.fetch(purchase.reference ?? ''))
  if (profile instanceof SupplierError)
    return settle(context, purchase, { status: 'failed', error: profile })
  if (profile === null) {
    const message = 'the supplier accepted the order, but has returned no profile'
    return settle(context, purchase, { status: 'absent', message })
  }
  // A supplier may accept an order first and refuse it later.
  await ('status' in profile
    ? settle(context, purchase, profile)
    : storeProfile(context, purchase, profile))
}

/**
 * In one transaction, records that the supplier has added the top-up, writes the email and settles
 * the order. The next visit to the balance page requests the usage from the supplier.
 */
async function completeTopUp(context: SourcingContext, purchase: Purchase): Promise<void> {
  const { db, now } = context
  const { invoiceID, position, iccid } = purchase
  await db.batch([
    change(context, purchase, { status: 'done' }, sql`status IN ('accepted', 'held')`),
    prepare(db)`UPDATE esims SET usage_fresh_until = ${now} WHERE iccid = ${iccid}`,
    await topUpMail(context, invoiceID, position),
    ...settleOrder(context, invoiceID),
  ])
}

/** Ends the step without a call, because the worker may end first. */
async function postpone(context: SourcingContext, purchase: Purchase): Promise<void> {
  await change(context, purchase, {
    status: purchase.status,
    next: nextTry(context, purchase),
  }).run()
}

/**
 * Stores the state after an answer.
 * @param before the order before it was sent
 */
async function settle(
  context: SourcingContext,
  purchase: Purchase,
  answer: PurchaseAnswer,
  before = purchase,
): Promise<void> {
  const status = step(before, answer)
  if (answer.status === 'refused' && status === 'refused')
    return refuseOrder(context, purchase, answer)
  if ('error' in answer) return fail(context, purchase, status, answer.error)
  const isPending = answer.status === 'absent' && status === 'accepted'
  const problem = isPending ? null : answer.message
  await change(context, purchase, {
    status,
    problem,
    next: nextTry(context, purchase, { status }),
  }).run()
}

async function fail(
  context: SourcingContext,
  purchase: Purchase,
  status: ReturnType<typeof step>,
  error: SupplierError,
): Promise<void> {
  const { supplier, tries } = purchase
  const { message: problem, outcome, retryAfter } = error
  const invoice = orderNumberOf(purchase.invoiceID)
  logEvent({ event: 'supplier-call-failed', supplier, invoice, tries, outcome, error: problem })
  const canMoveOn = status === 'new' && tries >= failuresToMoveOn
  if (canMoveOn && (await tryNextSource(context, purchase, problem))) return
  const next = nextTry(context, purchase, { status, retryAfter })
  await change(context, purchase, { status, problem, next }).run()
}

/**
 * Ends an order that no call has bought, if the line has another source. Otherwise returns false.
 */
async function tryNextSource(context: SourcingContext, purchase: Purchase, problem: string) {
  const canMoveOn = sql`${isUnchanged(purchase)} AND EXISTS (SELECT 1 FROM line_states l
    WHERE l.order_id = purchases.order_id AND l.position = purchases.line_position
      AND EXISTS (SELECT 1 FROM ${raw(openSources)}))`
  const { results } = await change(
    context,
    purchase,
    { status: 'refused', problem },
    canMoveOn,
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
  purchase: Purchase,
  { reason, message }: Pick<RefusedOrder, 'reason' | 'message'>,
): Promise<void> {
  const { supplier } = purchase
  const invoice = orderNumberOf(purchase.invoiceID)
  logEvent({ event: 'supplier-order-refused', supplier, invoice, reason, message })
  await context.db.batch([
    change(context, purchase, { status: 'refused', refusal: reason, problem: message }),
    ...refusalStatements(context, purchase, reason),
  ])
  await deliver(context, purchase.invoiceID)
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
      prepare(db)`UPDATE suppliers SET missing_minor = ${costMinor ?? 1}, refreshed_to = ''
        WHERE id = ${supplier}`,
      raiseAlert(db, alert, now),
    ]
  }
  // A top-up can have the same code as a plan, and the refusal may concern only one eSIM. The next
  // visit reads its top-ups again from the supplier.
  if (kind === 'top-up')
    return [prepare(db)`UPDATE esims SET top_ups_fresh_until = ${now} WHERE iccid = ${iccid}`]
  const backAt = reason === 'out-of-stock' ? isoAfter(now, pauseOfPlan) : null
  return [
    prepare(db)`UPDATE plan_sources SET is_available = 0, back_at = ${backAt}
      WHERE supplier = ${supplier} AND plan_code = ${planCode}`,
    refreshPlacements(
      db,
      sql`plan_id IN (
        SELECT plan_id FROM plan_sources WHERE supplier = ${supplier} AND plan_code = ${planCode})`,
    ),
  ]
}
