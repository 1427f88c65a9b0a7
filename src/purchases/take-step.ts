import { logEvent } from '../kit/log.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { SupplierError } from '../supply/supplier.ts'
import type { AcceptedOrder, Supplier, SupplierOrder } from '../supply/supplier.ts'
import type { ClaimedOrder, SourcingContext } from './claims.ts'
import {
  acceptOrder,
  dropOrder,
  holdOrder,
  markSent,
  tryNextSource,
  postpone,
} from './order-steps.ts'
import { checkKeySoon, refuseOrder } from './refuse-order.ts'
import { returnProfile } from './return-profile.ts'
import { storeProfile } from './store-profile.ts'
import { settleInvoice } from '../orders/order-state.ts'
import { topUpMail } from '../orders/order-mails.ts'

/**
 * Number of tries (about a quarter of an hour) after which an order is held, if the supplier does
 * not find it or refuses its repetition.
 */
const searchesToHold = 6
/**
 * Number of fetches without a profile (about three hours) after which an accepted order is held.
 */
const fetchesToHold = 10
/** Failed calls after which the shop orders from the line's next source. */
const failuresToMoveOn = 4

/** Makes the next step of a claimed order. Migration 0017 explains each status. */
export async function takeStep(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
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
  }
}

/**
 * Places the order. From the second try on, searches for it first, because an earlier answer may
 * have been wrong.
 */
async function buy(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
): Promise<void> {
  const found = order.tries === 1 ? null : await find(context, supplier, order)
  if (found === null) await send(context, supplier, order)
}

async function send(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
): Promise<void> {
  if (context.hasTime?.() === false)
    return postpone(context, order, { status: order.status, problem: null })
  const sent = await markSent(context.db, order)
  if (!sent) return
  try {
    const answer = await orderOrTopUp(supplier, order)
    if (answer.status === 'accepted') return await accept(context, supplier, sent, answer)
    if (answer.status === 'unclear') return await holdOrder(context, sent, answer.message)
    if (order.status === 'new') return await refuseOrder(context, sent, answer)
    // An earlier try may have bought the order, for example with the rest of the balance.
    const problem = answer.message
    await (sent.tries >= searchesToHold
      ? holdOrder(context, sent, problem)
      : postpone(context, sent, { status: 'sent', problem }))
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    await checkKeySoon(context, error)
    await fail(context, sent, error.outcome === 'not-executed' ? order.status : 'sent', error)
  }
}

async function orderOrTopUp(
  supplier: Supplier,
  { kind, key, iccid, planCode }: ClaimedOrder,
): Promise<SupplierOrder> {
  return kind === 'top-up'
    ? supplier.topUp(key, iccid ?? '', planCode)
    : supplier.order(key, planCode)
}

/**
 * Searches for an order that may have been bought. Sends it again only to a supplier that treats it
 * as the same order.
 */
async function search(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
): Promise<void> {
  const found = await find(context, supplier, order)
  if (found !== null) return
  if (order.status === 'sent' && supplier.isOrderIdempotent && order.isNeeded)
    return send(context, supplier, order)
  const problem = 'the supplier does not find the order'
  const isSearched = order.tries >= searchesToHold || !supplier.canFindOrders
  if (order.status === 'sent' && isSearched) return holdOrder(context, order, problem)
  await postpone(context, order, { status: order.status, problem })
}

/** Returns null when the supplier has no such order. Otherwise the step has ended. */
async function find(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
): Promise<'accepted' | 'failed' | null> {
  try {
    const reference = await supplier.find(order.key)
    if (reference === null) return null
    await accept(context, supplier, order, { reference, cost: null })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    await checkKeySoon(context, error)
    if (order.status === 'sent' && order.tries >= searchesToHold)
      await holdOrder(context, order, error.message)
    else await fail(context, order, order.status, error)
    return 'failed'
  }
}

async function accept(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
  answer: Pick<AcceptedOrder, 'reference' | 'cost'>,
): Promise<void> {
  const { reference } = answer
  if (await acceptOrder(context, order, answer))
    await fetchProfile(context, supplier, { ...order, status: 'accepted', reference, tries: 0 })
}

/** Fetches the profile of an accepted order. An accepted top-up needs no fetch. */
async function fetchProfile(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
): Promise<void> {
  if (order.kind === 'top-up') return completeTopUp(context, order)
  if (context.hasTime?.() === false)
    return postpone(context, order, { status: 'accepted', problem: null })
  try {
    const profile = await supplier.fetch(order.reference ?? '')
    if (profile === null)
      return await (isOverdue(order)
        ? holdOrder(context, order, 'the supplier accepted the order, but has returned no profile')
        : postpone(context, order, { status: 'accepted', problem: null }))
    // A supplier may accept an order first and refuse it later.
    await ('status' in profile
      ? refuseOrder(context, order, profile)
      : storeProfile(context, order, profile))
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    await checkKeySoon(context, error)
    if (isOverdue(order)) await holdOrder(context, order, error.message)
    else await fail(context, order, 'accepted', error)
  }
}

function isOverdue({ status, tries }: ClaimedOrder): boolean {
  return status === 'held' || tries >= fetchesToHold
}

async function fail(
  context: SourcingContext,
  order: ClaimedOrder,
  status: ClaimedOrder['status'],
  error: SupplierError,
): Promise<void> {
  const { supplier, tries, invoiceID } = order
  const invoice = orderNumberOf(invoiceID)
  const { message: problem, outcome, retryAfter } = error
  logEvent({ event: 'supplier-call-failed', supplier, invoice, tries, outcome, error: problem })
  const canMoveOn = status === 'new' && tries >= failuresToMoveOn
  if (canMoveOn && (await tryNextSource(context, order, problem))) return
  await postpone(context, order, { status, problem, retryAfter })
}

/**
 * In one transaction, records that the supplier has added the top-up, writes the email and settles
 * the invoice. The next visit to the balance page requests the usage from the supplier.
 */
async function completeTopUp(
  context: SourcingContext,
  { key, invoiceID, position, iccid }: ClaimedOrder,
): Promise<void> {
  const { db, now } = context
  await db.batch([
    db
      .prepare(
        `UPDATE supplier_orders SET status = 'done', problem = NULL, ended_at = ?2,
          next_try_at = NULL, leased_until = NULL
        WHERE key = ?1 AND status IN ('accepted', 'held')`,
      )
      .bind(key, now.toISOString()),
    db
      .prepare('UPDATE esims SET usage_fresh_until = ?2 WHERE iccid = ?1')
      .bind(iccid, now.toISOString()),
    await topUpMail(context, invoiceID, position),
    ...settleInvoice(context, invoiceID),
  ])
}
