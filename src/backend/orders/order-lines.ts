import { prices as storedPrices } from '../../contract/common.ts'
import { partnerCurrency } from '../../domain/partner-money.ts'
import type { Currency } from '../../domain/money.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'

export type PricedLine = {
  readonly tariffID: string
  readonly amountMinor: number
  /** The plan's price in the partners' currency, which a reward is a share of. */
  readonly rewardBase: number
}

type PriceRow = { id: string; prices: string; stock: number }

/** The current prices of plans. Refuses plans that cannot be bought in the currency now. */
export async function priceLines(
  context: BackendContext,
  tariffIDs: readonly string[],
  currency: Currency,
): Promise<OperationResult<PricedLine[]>> {
  const { db, words } = context
  const rows = await readPrices(db, tariffIDs)
  const lines: PricedLine[] = []
  for (const tariffID of tariffIDs) {
    const row = rows.get(tariffID)
    if (!row) return notFound(context)
    if (row.stock < tariffIDs.filter((each) => each === tariffID).length)
      return refuse('out-of-stock', words('api.outOfStock'))
    const prices = storedPrices.parse(JSON.parse(row.prices))
    const amountMinor = prices[currency]
    if (amountMinor === undefined)
      return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
    lines.push({ tariffID, amountMinor, rewardBase: prices[partnerCurrency] ?? 0 })
  }
  return ok(lines)
}

/** Inserts the lines of an invoice, if it was inserted before in the same batch. */
export function insertLines(
  db: D1Database,
  invoiceID: string,
  lines: readonly PricedLine[],
): D1PreparedStatement[] {
  return lines.map(({ tariffID, amountMinor, rewardBase }, index) =>
    db
      .prepare(
        `INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, reward_base)
        SELECT id, ?2, ?3, ?4, ?5 FROM invoices WHERE id = ?1`,
      )
      .bind(invoiceID, index + 1, tariffID, amountMinor, rewardBase),
  )
}

/** Whether every line that waits for its eSIM could be delivered now. */
export async function areLinesInStock(db: D1Database, invoiceID: string): Promise<boolean> {
  const missing = await db
    .prepare(
      `SELECT l.tariff_id FROM invoice_lines l WHERE l.invoice_id = ?
      GROUP BY l.tariff_id HAVING count(*) > ${stockOf('l.tariff_id')}`,
    )
    .bind(invoiceID)
    .first()
  return missing === null
}

async function readPrices(
  db: D1Database,
  tariffIDs: readonly string[],
): Promise<ReadonlyMap<string, PriceRow>> {
  const { results } = await db
    .prepare(
      `SELECT t.id, t.prices, ${stockOf('t.id')} AS stock FROM tariffs t
      WHERE t.is_listed = 1 AND t.id IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(tariffIDs))
    .all<PriceRow>()
  return new Map(results.map((row) => [row.id, row]))
}

/** SQL: the number of unsold profiles of a plan, counted up to the ten that an invoice may need. */
function stockOf(tariffID: string): string {
  return `(SELECT count(*) FROM (
    SELECT 1 FROM stock s WHERE s.tariff_id = ${tariffID} AND s.invoice_id IS NULL LIMIT 10))`
}
