import {
  hasStock,
  isForSale,
  isOpenSource,
  isOpenSupplier,
  ownPriority,
} from '../catalogue/can-sell.ts'
import { isRefunded } from '../esims/esim-conditions.ts'

const isOfLine = (order: string) =>
  `${order}.invoice_id = l.invoice_id AND ${order}.line_position = l.position`

/**
 * SQL: the line `l` has a supplier order that may still deliver it, or may have bought its profile.
 */
export const hasOpenOrder = `EXISTS (SELECT 1 FROM supplier_orders o WHERE ${isOfLine('o')}
  AND o.status IN ('new', 'sent', 'accepted', 'held'))`

/**
 * SQL after FROM: suppliers' plans `source` that the shop can buy for the line `l` and has not
 * tried yet.
 */
export const openSources = `tariff_sources source
  JOIN suppliers ON suppliers.id = source.supplier
  WHERE l.kind = 'plan' AND source.tariff_id = l.tariff_id AND ${isOpenSource}
    AND NOT EXISTS (SELECT 1 FROM supplier_orders tried WHERE ${isOfLine('tried')}
      AND tried.supplier = source.supplier AND tried.plan_code = source.plan_code
      AND tried.refusal IS NOT 'out-of-balance')`

/**
 * SQL after FROM: the top-up `u` of the line `l` and its eSIM `e`. Matches if the shop can buy the
 * top-up and has not tried yet. A refunded eSIM gets no top-up.
 */
export const openTopUp = `top_ups u JOIN esims e ON e.esim_hash = u.esim_hash
  JOIN suppliers ON suppliers.id = u.supplier
  WHERE ${isOfLine('u')} AND ${isOpenSupplier}
    AND NOT ${isRefunded}
    AND NOT EXISTS (SELECT 1 FROM supplier_orders tried WHERE ${isOfLine('tried')}
      AND tried.refusal IS NOT 'out-of-balance')`

const stockPriority = ownPriority('l.tariff_id')

/**
 * SQL: the shop has a profile for sale that it bought for the line `l`. The order was frozen or
 * disputed when the profile arrived.
 */
export const hasLateProfile = `EXISTS (SELECT 1 FROM supplier_orders bought
  JOIN stock ON stock.iccid = bought.iccid
  WHERE ${isOfLine('bought')} AND bought.kind = 'plan' AND bought.status = 'done'
    AND ${isForSale})`

/**
 * SQL: the line `l` is delivered from stock, because its own profile is there, or no supplier with
 * a higher priority can deliver it.
 */
export const isForStock = `l.kind = 'plan' AND (${hasLateProfile} OR NOT EXISTS (
    SELECT 1 FROM ${openSources} AND source.priority < ${stockPriority})
  AND NOT EXISTS (SELECT 1 FROM supplier_orders o JOIN tariff_sources source
    ON source.tariff_id = l.tariff_id AND source.supplier = o.supplier
      AND source.plan_code = o.plan_code
    WHERE ${isOfLine('o')} AND o.status IN ('new', 'sent', 'accepted')
      AND source.priority < ${stockPriority}))`

/** SQL: whether neither stock nor a supplier can deliver the line `l`. */
export const isSoldOut = `NOT ${hasOpenOrder} AND iif(l.kind = 'top-up',
  NOT EXISTS (SELECT 1 FROM ${openTopUp}),
  NOT ${hasStock('l.tariff_id')} AND NOT EXISTS (SELECT 1 FROM ${openSources}))`
