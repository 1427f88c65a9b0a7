import { z } from 'zod'
import { prices as storedPrices } from '../../contract/common.ts'
import { partnerCurrency } from '../../domain/partner-money.ts'
import type { OrderLine } from '../../contract/purchase.ts'
import type { Currency, Prices } from '../../domain/money.ts'
import type { PromoPlan } from '../../domain/promo-code.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'

export type PricedLine = PromoPlan &
  OrderLine & {
    readonly amountMinor: number
    /** The plan's price in the partners' currency, which a reward is a share of. */
    readonly rewardBase: number
  }

/** A plan on sale. `stock` counts unsold profiles up to the ten that an invoice may need. */
type PlanOnSale = PromoPlan & { readonly prices: Prices; readonly stock: number }
type PlanOnSaleRow = { id: string; prices: string; country_codes: string; stock: number }

const codes = z.array(z.string())

/** The current prices of plans. Refuses plans that cannot be bought in the currency now. */
export async function priceLines(
  context: BackendContext,
  order: readonly OrderLine[],
  currency: Currency,
): Promise<OperationResult<PricedLine[]>> {
  const { db, words } = context
  const tariffIDs = order.map(({ tariffID }) => tariffID)
  const plans = await readPlans(db, tariffIDs)
  const lines: PricedLine[] = []
  for (const line of order) {
    const { tariffID } = line
    const plan = plans.get(tariffID)
    if (!plan) return notFound(context)
    if (plan.stock < tariffIDs.filter((each) => each === tariffID).length)
      return refuse('out-of-stock', words('api.outOfStock'))
    const { prices, countryCodes } = plan
    const amountMinor = prices[currency]
    if (amountMinor === undefined)
      return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
    lines.push({ ...line, countryCodes, amountMinor, rewardBase: prices[partnerCurrency] ?? 0 })
  }
  return ok(lines)
}

/** Inserts the lines of an invoice, if it was inserted before in the same batch. */
export function insertLines(
  db: D1Database,
  invoiceID: string,
  lines: readonly PricedLine[],
): D1PreparedStatement[] {
  return lines.map((line, index) =>
    db
      .prepare(
        `INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, reward_base,
          recipient, message, deliver_on)
        SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM invoices WHERE id = ?1`,
      )
      .bind(
        invoiceID,
        index + 1,
        line.tariffID,
        line.amountMinor,
        line.rewardBase,
        line.recipient ?? null,
        line.message ?? null,
        line.deliverOn ?? null,
      ),
  )
}

/** Whether every line of an unpaid invoice is still on sale and could be delivered now. */
export async function areLinesOnSale(db: D1Database, invoiceID: string): Promise<boolean> {
  const missing = await db
    .prepare(
      `SELECT t.id FROM invoice_lines l JOIN tariffs t ON t.id = l.tariff_id WHERE l.invoice_id = ?
      GROUP BY t.id HAVING t.is_listed = 0 OR count(*) > ${stockOf('t.id')}`,
    )
    .bind(invoiceID)
    .first()
  return missing === null
}

/** Plans that are on sale, in stock or not, by their id. */
export async function readPlans(
  db: D1Database,
  tariffIDs: readonly string[],
): Promise<ReadonlyMap<string, PlanOnSale>> {
  const { results } = await db
    .prepare(
      `SELECT t.id, t.prices, t.country_codes, ${stockOf('t.id')} AS stock FROM tariffs t
      WHERE t.is_listed = 1 AND t.id IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(tariffIDs))
    .all<PlanOnSaleRow>()
  return new Map(results.map((row) => [row.id, toPlan(row)]))
}

function toPlan({ id, prices, country_codes, stock }: PlanOnSaleRow): PlanOnSale {
  const countryCodes = codes.parse(JSON.parse(country_codes))
  return { tariffID: id, countryCodes, prices: storedPrices.parse(JSON.parse(prices)), stock }
}

/** SQL: the number of unsold profiles of a plan, counted up to the ten that an invoice may need. */
function stockOf(tariffID: string): string {
  return `(SELECT count(*) FROM (
    SELECT 1 FROM stock s WHERE s.tariff_id = ${tariffID} AND s.invoice_id IS NULL LIMIT 10))`
}
