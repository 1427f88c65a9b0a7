import { iccidPattern, plainIccid, readActivationCode } from '../kit/activation-code.ts'
import type { ActivationCode } from '../kit/activation-code.ts'
import { supplierWindowDays } from '../kit/activation-window.shared.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { deliverWith } from '../orders/delivery.ts'
import { isDeliverable, startReturns } from '../orders/lines.ts'
import { isoTime } from '../kit/sql-text.ts'
import type { SuppliedProfile } from '../supply/supplier.ts'
import { change, nextTry, type Purchase, type SourcingContext } from './purchase.ts'
import { prepare, raw, sql } from '../kit/sql.ts'

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
  purchase: Purchase,
  profile: SuppliedProfile,
): Promise<void> {
  const { db, now } = context
  const iccid = plainIccid(profile.iccid)
  const code = readActivationCode(profile.activationCode)
  const next = nextTry(context, purchase, { status: 'held' })
  if (!code.ok || !iccidPattern.test(iccid) || lacksConfirmation(code.value, profile))
    return holdProfile(context, purchase, iccid, code)
  const { smdpAddress, matchingId } = code.value
  const stored = { ...profile, iccid, smdpAddress, matchingId }
  const isFetched = sql`status IN ('accepted', 'held')`
  const isNewProfile = sql`NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ${iccid}
    OR smdp_address = ${smdpAddress} AND matching_id = ${matchingId}
      AND NOT (${Number(profile.isTest)} AND is_sample))`
  const problem = `the shop already has the profile ${iccid}`
  await deliverWith(context, purchase, [
    ...releaseIccid(context, purchase, stored),
    change(context, purchase, { status: 'done', iccid }, sql`${isFetched} AND ${isNewProfile}`),
    insertProfile(context, purchase, stored),
    startReturns(
      db,
      sql`SELECT iccid FROM stock WHERE iccid = ${iccid} AND withdrawn_at = ${now}`,
      now,
    ),
    change(context, purchase, { status: 'held', problem, next }, isFetched),
    refreshPlacements(db, sql`plan_id = (SELECT plan_id FROM stock WHERE iccid = ${iccid})`),
  ])
}

async function holdProfile(
  context: SourcingContext,
  purchase: Purchase,
  iccid: string,
  code: ReturnType<typeof readActivationCode>,
): Promise<void> {
  const why = code.ok ? 'the ICCID or the confirmation code is missing' : code.error
  const problem = `the profile ${iccid} cannot be installed: ${why}`
  const next = nextTry(context, purchase, { status: 'held' })
  await change(context, purchase, { status: 'held', problem, next }).run()
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
  const earlier = sql`${iccid} || '/' || (
    SELECT count(*) FROM stock WHERE iccid >= ${iccid} AND iccid < ${`${iccid}0`})`
  return [
    prepare(db)`UPDATE stock SET iccid = ${earlier}
      WHERE iccid = ${iccid} AND (order_id IS NOT NULL OR withdrawn_at IS NOT NULL)
        AND (${Number(isTest)} OR (smdp_address, matching_id) <> (${smdpAddress}, ${matchingId}))
        AND NOT EXISTS (SELECT 1 FROM esims e WHERE e.iccid = ${iccid}
          AND e.supplier_state IN ('installed', 'active')
          AND coalesce(e.valid_until, e.activate_by) > ${now})
        AND EXISTS (SELECT 1 FROM purchases WHERE key = ${key} AND status IN ('accepted', 'held'))`,
    prepare(db)`UPDATE purchases SET iccid = ${earlier}
      WHERE iccid = ${iccid} AND key <> ${key}
        AND NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ${iccid})`,
  ]
}

/**
 * SQL: the line `l` no longer needs a profile, because it has another profile or its money was
 * returned. While its refund is open, the provider can still refuse it.
 */
const isOver = sql`(
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
const daysToSell = sql`coalesce((SELECT max(0, source.activation_days - ${raw(supplierWindowDays)})
    FROM plan_sources source WHERE source.plan_id = l.plan_id
      AND source.supplier = o.supplier AND source.plan_code = o.plan_code),
  ${raw(daysForSale)})`

/**
 * Inserts a profile that is bound to its line, withdrawn for its return, or on sale for a few days.
 */
function insertProfile(
  { db, now }: SourcingContext,
  { invoiceID, key }: Purchase,
  profile: BoughtProfile,
): D1PreparedStatement {
  const { iccid, smdpAddress, matchingId, confirmationCode, mobileNumber } = profile
  return prepare(db)`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id,
      confirmation_code, mobile_number, is_sample, order_id, line_position, withdrawn_at, sell_by)
    SELECT ${iccid}, plan_id, ${smdpAddress}, ${matchingId}, ${confirmationCode}, ${mobileNumber},
      ${Number(profile.isTest)}, iif(is_needed, ${invoiceID}, NULL),
      iif(is_needed, position, NULL), iif(NOT is_needed AND is_over, ${now}, NULL),
      iif(is_needed, NULL, ${isoTime(sql`${now}`, sql`days || ' days'`)})
    FROM (SELECT l.plan_id, l.position, ${isDeliverable(invoiceID)} AS is_needed,
        ${isOver} AS is_over, ${daysToSell} AS days
      FROM purchases o JOIN line_states l ON l.position = o.line_position
      WHERE o.key = ${key} AND o.status = 'done' AND o.iccid = ${iccid}
        AND l.order_id = ${invoiceID} AND NOT EXISTS (SELECT 1 FROM stock WHERE iccid = ${iccid}))`
}

/** Phones ask for a confirmation code that the supplier has not sent. */
function lacksConfirmation(
  { needsConfirmationCode }: { readonly needsConfirmationCode: boolean },
  { confirmationCode }: SuppliedProfile,
): boolean {
  return needsConfirmationCode && confirmationCode === null
}
