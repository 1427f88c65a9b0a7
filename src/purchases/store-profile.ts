import { iccidPattern, matchingIdPattern, smdpAddressPattern } from '../kit/activation-code.ts'
import { supplierWindowDays } from '../kit/activation-window.shared.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { deliverWith } from '../orders/delivery.ts'
import { isDeliverable } from '../orders/lines.ts'
import { isoTime } from '../kit/sql-text.ts'
import type { SuppliedProfile } from '../supply/supplier.ts'
import type { ClaimedOrder, SourcingContext } from './claims.ts'
import { holdOrder } from './order-steps.ts'

/** Days for which a late profile is on sale when its supplier does not report its expiry. */
const daysForSale = 7

/**
 * Stores a bought profile and delivers it in the same transaction. If the line no longer needs the
 * profile, the shop returns it to the supplier. If the line may need one again, the profile becomes
 * stock for a few days. If the shop already has the profile, or no phone can install it, the order
 * is held.
 */
export async function storeProfile(
  context: SourcingContext,
  order: ClaimedOrder,
  profile: SuppliedProfile,
): Promise<void> {
  if (!isInstallable(profile)) {
    const problem = `the profile cannot be installed: ICCID ${profile.iccid}, SM-DP+ address ${profile.smdpAddress}`
    return holdOrder(context, order, problem)
  }
  await deliverWith(context, order, [
    endOrder(context, order, profile),
    insertProfile(context, order, profile),
    returnWithdrawn(context, order),
    holdRepeated(context, order, profile),
    refreshPlacementsOf(context, order),
  ])
}

/** Ends the order, unless the shop already has the profile. */
function endOrder(
  { db, now }: SourcingContext,
  { key }: ClaimedOrder,
  { iccid, smdpAddress, matchingID }: SuppliedProfile,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_orders SET status = 'done', iccid = ?2, problem = NULL, ended_at = ?3,
        next_try_at = NULL, leased_until = NULL
      WHERE key = ?1 AND status IN ('accepted', 'held') AND NOT EXISTS (SELECT 1 FROM stock
        WHERE iccid = ?2 OR smdp_address = ?4 AND matching_id = ?5)`,
    )
    .bind(key, iccid, now.toISOString(), smdpAddress, matchingID)
}

/** Starts the return of a withdrawn profile. */
function returnWithdrawn({ db, now }: SourcingContext, { key }: ClaimedOrder): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_orders SET next_try_at = ?2, tries = 0
      WHERE key = ?1 AND status = 'done' AND EXISTS (SELECT 1 FROM stock
        WHERE stock.iccid = supplier_orders.iccid AND stock.withdrawn_at = ?2)`,
    )
    .bind(key, now.toISOString())
}

/** Holds an order whose profile the shop already has. */
function holdRepeated(
  { db }: SourcingContext,
  { key }: ClaimedOrder,
  { iccid }: SuppliedProfile,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_orders SET status = 'held', problem = ?2, next_try_at = NULL,
        leased_until = NULL
      WHERE key = ?1 AND status IN ('accepted', 'held')`,
    )
    .bind(key, `the shop already has the profile ${iccid}`)
}

function refreshPlacementsOf({ db }: SourcingContext, { key }: ClaimedOrder): D1PreparedStatement {
  return db
    .prepare(
      refreshPlacements(`tariff_id = (SELECT l.tariff_id FROM supplier_orders o
        JOIN invoice_lines l ON l.invoice_id = o.invoice_id AND l.position = o.line_position
        WHERE o.key = ?)`),
    )
    .bind(key)
}

/**
 * SQL: the line `l` no longer needs a profile, because it has another profile or its money was
 * returned. While its refund is open, the provider can still refuse it. A refund in the provider's
 * dashboard has no row in `refunds`.
 */
const isOver = `(
  EXISTS (SELECT 1 FROM stock other
    WHERE other.invoice_id = l.invoice_id AND other.line_position = l.position)
  OR EXISTS (SELECT 1 FROM invoices i WHERE i.id = l.invoice_id AND i.status = 'refunded')
  OR l.refund_requested_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM refunds r
    WHERE r.invoice_id = l.invoice_id AND r.requested_at = l.refund_requested_at
      AND r.accepted_at IS NULL))`

/**
 * SQL: the number of days for which the profile is on sale. Later buyers would have less time to
 * install it than the shop promises.
 */
const daysToSell = `coalesce((SELECT max(0, source.activation_days - ${supplierWindowDays})
    FROM tariff_sources source WHERE source.tariff_id = l.tariff_id
      AND source.supplier = o.supplier AND source.plan_code = o.plan_code),
  ${daysForSale})`

/**
 * Inserts a profile that is bound to its line, withdrawn for its return, or on sale for a few days.
 */
function insertProfile(
  { db, now }: SourcingContext,
  { invoiceID, key }: ClaimedOrder,
  profile: SuppliedProfile,
): D1PreparedStatement {
  const { iccid, smdpAddress, matchingID, confirmationCode, mobileNumber } = profile
  return db
    .prepare(
      `INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, confirmation_code,
        mobile_number, invoice_id, line_position, withdrawn_at, sell_by)
      SELECT ?3, tariff_id, ?4, ?5, ?6, ?7, iif(is_needed, ?1, NULL),
        iif(is_needed, position, NULL), iif(NOT is_needed AND is_over, ?8, NULL),
        iif(is_needed, NULL, ${isoTime('?8', `days || ' days'`)})
      FROM (SELECT l.tariff_id, l.position, ${isDeliverable} AS is_needed, ${isOver} AS is_over,
          ${daysToSell} AS days
        FROM supplier_orders o JOIN invoice_lines l ON l.position = o.line_position
        WHERE o.key = ?2 AND o.status = 'done' AND o.iccid = ?3 AND l.invoice_id = ?1
          AND NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ?3))`,
    )
    .bind(
      invoiceID,
      key,
      iccid,
      smdpAddress,
      matchingID,
      confirmationCode,
      mobileNumber,
      now.toISOString(),
    )
}

function isInstallable({ iccid, smdpAddress, matchingID }: SuppliedProfile): boolean {
  return (
    iccidPattern.test(iccid) &&
    smdpAddressPattern.test(smdpAddress) &&
    matchingIdPattern.test(matchingID)
  )
}
