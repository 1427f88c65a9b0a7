import type { ActivationCode } from '../kit/activation-code.ts'
import { iccidPattern, plainIccid, readActivationCode } from '../kit/activation-code.ts'
import { supplierWindowDays } from '../kit/activation-window.shared.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { deliverWith } from '../orders/delivery.ts'
import { isDeliverable, startReturns } from '../orders/lines.ts'
import { isoTime } from '../kit/sql-text.ts'
import type { SuppliedProfile } from '../supply/supplier.ts'
import { change, nextTry } from './purchase.ts'
import type { Purchase, SourcingContext } from './purchase.ts'

type BoughtProfile = SuppliedProfile & Pick<ActivationCode, 'smdpAddress' | 'matchingId'>

/** Days for which a late profile is on sale when its supplier does not report its expiry. */
const daysForSale = 7

/**
 * Stores a bought profile and delivers it in the same transaction. If the line no longer needs the
 * profile, the shop returns it to the supplier. If the line may need one again, the profile becomes
 * stock for a few days. If the shop already has the profile, or no phone can install it, the order
 * is held. The samples of a sandbox share a code.
 */
export async function storeProfile(
  context: SourcingContext,
  order: Purchase,
  profile: SuppliedProfile,
): Promise<void> {
  const { db, now } = context
  const iccid = plainIccid(profile.iccid)
  const code = readActivationCode(profile.activationCode)
  const next = nextTry(context, order, { status: 'held' })
  if (!code.ok || !iccidPattern.test(iccid) || lacksConfirmation(code.value, profile))
    return holdProfile(context, order, iccid, code)
  const { smdpAddress, matchingId } = code.value
  const stored = { ...profile, iccid, smdpAddress, matchingId }
  const isFetched = `status IN ('accepted', 'held')`
  const isNewProfile = `NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ?10
    OR smdp_address = ?13 AND matching_id = ?14 AND NOT (?15 AND is_sample))`
  const problem = `the shop already has the profile ${iccid}`
  await deliverWith(context, order, [
    ...releaseIccid(context, order, stored),
    change(
      context,
      order,
      { status: 'done', iccid },
      {
        sql: `${isFetched} AND ${isNewProfile}`,
        params: [smdpAddress, matchingId, Number(profile.isTest)],
      },
    ),
    insertProfile(context, order, stored),
    db
      .prepare(startReturns('SELECT iccid FROM stock WHERE iccid = ?1 AND withdrawn_at = ?2', '?2'))
      .bind(iccid, now.toISOString()),
    change(context, order, { status: 'held', problem, next }, { sql: isFetched, params: [] }),
    db
      .prepare(refreshPlacements('plan_id = (SELECT plan_id FROM stock WHERE iccid = ?)'))
      .bind(iccid),
  ])
}

async function holdProfile(
  context: SourcingContext,
  order: Purchase,
  iccid: string,
  code: ReturnType<typeof readActivationCode>,
): Promise<void> {
  const why = code.ok ? 'the ICCID or the confirmation code is missing' : code.error
  const problem = `the profile ${iccid} cannot be installed: ${why}`
  const next = nextTry(context, order, { status: 'held' })
  await change(context, order, { status: 'held', problem, next }).run()
}

/**
 * Gives the ICCID of an earlier profile with another code to the profile that an order has bought,
 * because suppliers reuse ICCIDs. The earlier profile must not be for sale or in use.
 */
function releaseIccid(
  { db, now }: SourcingContext,
  { key }: Purchase,
  { iccid, smdpAddress, matchingId, isTest }: BoughtProfile,
): D1PreparedStatement[] {
  const earlier = `?1 || '/' || (SELECT count(*) FROM stock WHERE iccid >= ?1 AND iccid < ?1 || '0')`
  return [
    db
      .prepare(
        `UPDATE stock SET iccid = ${earlier}
        WHERE iccid = ?1 AND (order_id IS NOT NULL OR withdrawn_at IS NOT NULL)
          AND (?6 OR (smdp_address, matching_id) <> (?3, ?4))
          AND NOT EXISTS (SELECT 1 FROM esims e WHERE e.iccid = ?1
            AND e.supplier_state IN ('installed', 'active')
            AND coalesce(e.valid_until, e.activate_by) > ?5)
          AND EXISTS (SELECT 1 FROM purchases WHERE key = ?2 AND status IN ('accepted', 'held'))`,
      )
      .bind(iccid, key, smdpAddress, matchingId, now.toISOString(), Number(isTest)),
    db
      .prepare(
        `UPDATE purchases SET iccid = ${earlier}
        WHERE iccid = ?1 AND key <> ?2 AND NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ?1)`,
      )
      .bind(iccid, key),
  ]
}

/**
 * SQL: the line `l` no longer needs a profile, because it has another profile or its money was
 * returned. While its refund is open, the provider can still refuse it.
 */
const isOver = `(
  EXISTS (SELECT 1 FROM stock other
    WHERE other.order_id = l.order_id AND other.line_position = l.position)
  OR EXISTS (SELECT 1 FROM orders i WHERE i.id = l.order_id
    AND i.status IN ('refunded', 'lost'))
  OR l.is_returned AND NOT EXISTS (SELECT 1 FROM refunds r, json_each(r.positions) covered
    WHERE r.order_id = l.order_id AND covered.value = l.position
      AND r.state IN ('requested', 'sent')))`

/**
 * SQL: the number of days for which the profile is on sale. Later buyers would have less time to
 * install it than the shop promises.
 */
const daysToSell = `coalesce((SELECT max(0, source.activation_days - ${supplierWindowDays})
    FROM plan_sources source WHERE source.plan_id = l.plan_id
      AND source.supplier = o.supplier AND source.plan_code = o.plan_code),
  ${daysForSale})`

/**
 * Inserts a profile that is bound to its line, withdrawn for its return, or on sale for a few days.
 */
function insertProfile(
  { db, now }: SourcingContext,
  { invoiceID, key }: Purchase,
  profile: BoughtProfile,
): D1PreparedStatement {
  const { iccid, smdpAddress, matchingId, confirmationCode, mobileNumber } = profile
  return db
    .prepare(
      `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, confirmation_code,
        mobile_number, is_sample, order_id, line_position, withdrawn_at, sell_by)
      SELECT ?3, plan_id, ?4, ?5, ?6, ?7, ?9, iif(is_needed, ?1, NULL),
        iif(is_needed, position, NULL), iif(NOT is_needed AND is_over, ?8, NULL),
        iif(is_needed, NULL, ${isoTime('?8', `days || ' days'`)})
      FROM (SELECT l.plan_id, l.position, ${isDeliverable} AS is_needed, ${isOver} AS is_over,
          ${daysToSell} AS days
        FROM purchases o JOIN line_states l ON l.position = o.line_position
        WHERE o.key = ?2 AND o.status = 'done' AND o.iccid = ?3 AND l.order_id = ?1
          AND NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ?3))`,
    )
    .bind(
      invoiceID,
      key,
      iccid,
      smdpAddress,
      matchingId,
      confirmationCode,
      mobileNumber,
      now.toISOString(),
      Number(profile.isTest),
    )
}

/** Phones ask for a confirmation code that the supplier has not sent. */
function lacksConfirmation(
  { needsConfirmationCode }: { readonly needsConfirmationCode: boolean },
  { confirmationCode }: SuppliedProfile,
): boolean {
  return needsConfirmationCode && confirmationCode === null
}
