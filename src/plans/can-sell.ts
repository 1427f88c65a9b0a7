import { prepare, raw, sql } from '../kit/sql.ts'
/** Maximum profiles of a plan that an order needs. An order has up to ten lines. */
const mostNeeded = 10

/** The name of the shop's own stock in `plan_sources.supplier`. */
export const ownStock = 'stock'

/** SQL: whether the shop has a profile of a plan. `tariffID` is an SQL expression. */
export function hasStock(tariffID: string): string {
  return `EXISTS (SELECT 1 FROM stock_for_sale s WHERE s.plan_id = ${tariffID})`
}

/** SQL: the number of profiles for sale of a plan, counted up to `most`. */
export function countStock(tariffID: string, most: number): string {
  return `(SELECT count(*) FROM (
    SELECT 1 FROM stock_for_sale s WHERE s.plan_id = ${tariffID} LIMIT ${most}))`
}

/** SQL: the priority of the shop's own stock among the sources of a plan. */
export function ownPriority(tariffID: string): string {
  return `coalesce((SELECT own.priority FROM plan_sources own
    WHERE own.plan_id = ${tariffID} AND own.supplier = '${ownStock}'), 0)`
}

/** SQL: whether `source` comes before the shop's own stock of a plan, or the shop has no stock. */
export function isBeforeStock(tariffID: string): string {
  return `(source.priority < ${ownPriority(tariffID)} OR NOT ${hasStock(tariffID)})`
}

/**
 * SQL: whether a supplier delivers the next eSIM of a plan. Only a supplier can add data to an eSIM
 * later.
 */
export function comesFromSupplier(tariffID: string): string {
  return `EXISTS (SELECT 1 FROM open_sources source
    WHERE source.plan_id = ${tariffID} AND ${isBeforeStock(tariffID)})`
}

/**
 * SQL: whether the shop has a profile of a plan, or a supplier sells the plan.
 * `placements.in_stock` is a copy for lists.
 */
export function canSell(tariffID: string): string {
  return `(${hasStock(tariffID)} OR ${hasSource(tariffID)})`
}

/** SQL: the number of profiles that can be sold of a plan, up to the ten that an order needs. */
export function countForSale(tariffID: string): string {
  return `CASE WHEN ${hasSource(tariffID)} THEN ${mostNeeded} 
    ELSE ${countStock(tariffID, mostNeeded)} END`
}

/** `on-sale`, or the first reason why a plan is not for sale. */
const saleStates = [
  'on-sale',
  /** Staff took the plan off sale. */
  'taken-off',
  /** The plan is not in its file or its supplier's catalogue, or has no base price. */
  'not-listed',
  'no-stock',
  /** The supplier no longer sells the plan. */
  'supplier-gone',
  /** The supplier is not in SUPPLIERS. */
  'supplier-off',
  /** The supplier does not accept the shop's key. */
  'supplier-key',
  /** The shop's balance at the supplier is too low. */
  'supplier-balance',
] as const
export type SaleState = (typeof saleStates)[number]

/** SQL over `plans t`: the plan's `SaleState`. */
export const saleState = `CASE WHEN t.off_sale_at IS NOT NULL THEN 'taken-off'
  WHEN t.is_listed = 0 THEN 'not-listed' WHEN ${canSell('t.id')} THEN 'on-sale'
  ELSE coalesce((SELECT CASE WHEN source.is_available = 0 THEN 'supplier-gone'
      WHEN suppliers.is_on IS NOT 1 THEN 'supplier-off'
      WHEN suppliers.key_refused_at IS NOT NULL THEN 'supplier-key' ELSE 'supplier-balance' END
    FROM plan_sources source LEFT JOIN suppliers ON suppliers.id = source.supplier
    WHERE source.plan_id = t.id AND source.supplier <> '${ownStock}'
    ORDER BY source.is_available DESC, source.priority LIMIT 1), 'no-stock') END`

/**
 * SQL over `plans t`: the cost of the plan's next eSIM as JSON `{ minor, currency }`, at the
 * first source that can deliver. NULL if no source can deliver. `minor` is null if the cost is
 * unknown.
 */
export const nextCost = `(SELECT json_object('minor', cost_minor, 'currency', cost_currency) FROM (
    SELECT * FROM (SELECT ${ownPriority('t.id')} AS priority, cost_minor, cost_currency
      FROM stock_for_sale WHERE plan_id = t.id ORDER BY iccid LIMIT 1)
    UNION ALL
    SELECT priority, cost_minor, cost_currency FROM open_sources WHERE plan_id = t.id)
  ORDER BY priority LIMIT 1)`

/**
 * Updates lists after every change of stock, sources or suppliers. Writes only rows that change,
 * because D1 bills each written row.
 * @param which a condition on `placements`, to check only some of the rows
 */
export function refreshPlacements(
  db: Pick<D1Database, 'prepare'>,
  which = sql`true`,
): D1PreparedStatement {
  return prepare(db)`UPDATE placements SET in_stock = 1 - in_stock
    WHERE ${which} AND in_stock <> ${raw(canSell('placements.plan_id'))}`
}

function hasSource(tariffID: string): string {
  return `EXISTS (SELECT 1 FROM open_sources source WHERE source.plan_id = ${tariffID})`
}
