/** The most profiles of a plan that one invoice may need: it has at most ten lines. */
const mostNeeded = 10

/** SQL over `tariff_sources source JOIN suppliers`: the supplier is switched on and can deliver. */
export const isOpenSource = `source.is_available = 1 AND suppliers.is_on = 1
  AND suppliers.missing_minor IS NULL`

/** SQL: the profile in `stock` was not sold and can be. */
export const isForSale = 'stock.invoice_id IS NULL AND stock.withdrawn_at IS NULL'

/** SQL: whether the shop has a profile of a plan, whose id is an SQL expression. */
export function hasStock(tariffID: string): string {
  return `EXISTS (SELECT 1 FROM stock WHERE stock.tariff_id = ${tariffID} AND ${isForSale})`
}

/**
 * SQL: whether a plan can be sold, because the shop has a profile of it or a supplier sells it.
 * `placements.in_stock` is a copy for lists.
 */
export function canSell(tariffID: string): string {
  return `(${hasStock(tariffID)} OR ${hasSource(tariffID)})`
}

/** SQL: how many profiles of a plan can be sold, counted up to the ten that an invoice may need. */
export function countForSale(tariffID: string): string {
  return `CASE WHEN ${hasSource(tariffID)} THEN ${mostNeeded} ELSE (SELECT count(*) FROM (
    SELECT 1 FROM stock WHERE stock.tariff_id = ${tariffID} AND ${isForSale}
    LIMIT ${mostNeeded})) END`
}

/**
 * SQL to run after every change of stock, sources or suppliers. Writes only rows that change,
 * because D1 bills each.
 * @param which SQL over `placements`, if only some of them can have changed
 */
export function refreshPlacements(which = 'true'): string {
  return `UPDATE placements SET in_stock = 1 - in_stock
    WHERE ${which} AND in_stock <> ${canSell('placements.tariff_id')};`
}

function hasSource(tariffID: string): string {
  return `EXISTS (SELECT 1 FROM tariff_sources source
    JOIN suppliers ON suppliers.id = source.supplier
    WHERE source.tariff_id = ${tariffID} AND ${isOpenSource})`
}
