import {
  iccidPattern,
  matchingIdPattern,
  smdpAddressPattern,
} from '../../domain/activation-code.ts'
import { refreshPlacements } from '../catalogue/can-sell.ts'
import { deliverWith } from '../orders/delivery.ts'
import { isDeliverable } from '../orders/waiting-lines.ts'
import type { SuppliedProfile } from '../suppliers/supplier.ts'
import type { ClaimedOrder } from './claims.ts'
import { holdOrder } from './order-steps.ts'
import type { SourcingContext } from './sourcing-context.ts'

/**
 * Stores a bought profile and delivers it in the same transaction. When the line does not need it
 * any more, it becomes stock. A profile that the shop has already, or that no phone can install,
 * leaves the order to a person.
 */
export async function storeProfile(
  context: SourcingContext,
  order: ClaimedOrder,
  profile: SuppliedProfile,
): Promise<void> {
  const { db, now } = context
  const { key } = order
  const { iccid, smdpAddress, matchingID, confirmationCode, mobileNumber } = profile
  if (!isInstallable(profile)) {
    const problem = `not a profile: ${iccid}, ${smdpAddress}`
    return holdOrder(context, order, problem)
  }
  await deliverWith(context, order, [
    db
      .prepare(
        `UPDATE supplier_orders SET status = 'done', iccid = ?2, problem = NULL, ended_at = ?3,
          next_try_at = NULL, leased_until = NULL
        WHERE key = ?1 AND status IN ('accepted', 'held') AND NOT EXISTS (SELECT 1 FROM stock
          WHERE iccid = ?2 OR smdp_address = ?4 AND matching_id = ?5)`,
      )
      .bind(key, iccid, now.toISOString(), smdpAddress, matchingID),
    db
      .prepare(
        `INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, confirmation_code,
          mobile_number, invoice_id, line_position)
        SELECT o.iccid, l.tariff_id, ?4, ?5, ?6, ?7, CASE WHEN ${isDeliverable} THEN ?1 END,
          CASE WHEN ${isDeliverable} THEN l.position END
        FROM supplier_orders o JOIN invoice_lines l ON l.position = o.line_position
        WHERE o.key = ?2 AND o.status = 'done' AND o.iccid = ?3 AND l.invoice_id = ?1
          AND NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ?3)`,
      )
      .bind(order.invoiceID, key, iccid, smdpAddress, matchingID, confirmationCode, mobileNumber),
    db
      .prepare(
        `UPDATE supplier_orders SET status = 'held', problem = ?2, next_try_at = NULL,
          leased_until = NULL
        WHERE key = ?1 AND status IN ('accepted', 'held')`,
      )
      .bind(key, `the shop already has the profile ${iccid}`),
    db
      .prepare(
        refreshPlacements(`tariff_id = (SELECT l.tariff_id FROM supplier_orders o
          JOIN invoice_lines l ON l.invoice_id = o.invoice_id AND l.position = o.line_position
          WHERE o.key = ?)`),
      )
      .bind(key),
  ])
}

function isInstallable({ iccid, smdpAddress, matchingID }: SuppliedProfile): boolean {
  return (
    iccidPattern.test(iccid) &&
    smdpAddressPattern.test(smdpAddress) &&
    matchingIdPattern.test(matchingID)
  )
}
