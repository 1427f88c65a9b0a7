import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import type { BackendContext, DatabaseContext } from '../context.ts'
import { feesOfMonth, hasFee, movements, signed } from './recorded-movements.ts'
import { documentSums } from './undocumented-money.ts'
import { partnerCurrency } from '../partners/available-balance.ts'

/** The totals of a month in one currency. Amounts are not converted. */
export type CurrencyStatement = {
  readonly currency: Currency
  readonly charged: Money
  readonly refunded: Money
  readonly lost: Money
  /** Payments less receipts and credit notes: money that the shop owes to customers. */
  readonly undocumented: Money
  /** Fees of payment providers that the shop recorded in the month. */
  readonly fees: Money
  /** VAT on the receipts of the month, less the VAT on its credit notes. */
  readonly vat: Money
  /** Costs of profiles and top-ups. */
  readonly costs: Money
  /** Partners' rewards, less reversed rewards, with corrections. */
  readonly rewards: Money
  /** The payments less everything else. */
  readonly earned: Money
  readonly unknown: UnknownAmounts
}

/** Numbers of amounts that the shop does not know, so that no total includes them. */
export type UnknownAmounts = {
  /** Charges whose fee the shop did not know at the end of the month. */
  readonly fees: number
  /** Receipts and credit notes of orders that state no VAT. */
  readonly vat: number
  /** Profiles and top-ups. If their currency is unknown too, the base currency counts them. */
  readonly costs: number
}

export type MonthStatement = {
  /** Sorted by currency, with the shop's currencies first. */
  readonly currencies: readonly CurrencyStatement[]
}

const totalNames = [
  'charged',
  'refunded',
  'lost',
  'undocumented',
  'fees',
  'vat',
  'costs',
  'rewards',
  'unknownFees',
  'unknownVat',
  'unknownCosts',
] as const
type Totals = { [name in (typeof totalNames)[number]]: number }
type Statements = Map<Currency, Totals>

/**
 * Adds up the totals of a month in each currency. A payment and a fee count when the shop recorded
 * them, a supplier order when it ended, and a profile of the shop's own stock when it was issued. A
 * profile that its supplier takes back in a later month lowers the costs of that month.
 */
export async function monthStatement(
  context: Pick<BackendContext, 'db' | 'config'>,
  month: CalendarMonth,
): Promise<MonthStatement> {
  const [payments, documents, fees, costs, partners] = await Promise.all([
    readPayments(context, month),
    documentSums(context, month),
    readFees(context, month),
    readCosts(context, month),
    monthPartners(context, month),
  ])
  const totals: Statements = new Map()
  for (const { currency, total, ...row } of payments)
    addTo(totals, currency, { ...row, undocumented: total })
  for (const { currency, documented, vat, unknownVat } of documents)
    addTo(totals, currency, { undocumented: -documented, vat, unknownVat })
  for (const { currency, minor } of fees) addTo(totals, currency, { fees: minor })
  for (const { currency, minor, unknown } of costs)
    addTo(totals, currency, { costs: minor, unknownCosts: unknown })
  for (const { minor, currency } of [partners.rewards, partners.reversals, partners.corrections])
    addTo(totals, currency, { rewards: minor })
  return { currencies: sortCurrencies(totals, context.config.CURRENCIES).map(toStatement) }
}

type MonthPaymentRow = Pick<Totals, 'charged' | 'refunded' | 'lost' | 'unknownFees'> & {
  readonly currency: Currency
  readonly total: number
}

const paymentsSql = `SELECT moved.currency,
    coalesce(sum(moved.amount_minor) FILTER (WHERE moved.kind = 'charged'), 0) AS charged,
    coalesce(sum(-${signed})
      FILTER (WHERE moved.kind LIKE 'refund%'), 0) AS refunded,
    coalesce(sum(-${signed}) FILTER (WHERE moved.kind LIKE 'dispute-%'), 0) AS lost,
    sum(${signed}) AS total,
    count(*) FILTER (WHERE moved.kind = 'charged' AND NOT ${hasFee}) AS unknownFees
  FROM ${movements} moved GROUP BY moved.currency`

async function readPayments({ db }: DatabaseContext, month: CalendarMonth) {
  const { results } = await db
    .prepare(paymentsSql)
    .bind(...boundsOf(month))
    .all<MonthPaymentRow>()
  return results
}

/** A fee can be in a different currency from its payment. */
async function readFees({ db }: DatabaseContext, month: CalendarMonth): Promise<readonly Money[]> {
  const { results } = await db
    .prepare(
      `SELECT moved.fee_currency AS currency, sum(moved.fee_minor) AS minor
      FROM ${feesOfMonth} GROUP BY moved.fee_currency`,
    )
    .bind(...boundsOf(month))
    .all<Money>()
  return results
}

type MonthCostRow = Money & { readonly unknown: number }

/** SQL: a supplier sold the profile `s`, so its cost is that of the supplier order. */
const isBought = `EXISTS (SELECT 1 FROM purchases bought WHERE bought.iccid = s.iccid
  AND bought.kind = 'plan' AND bought.status IN ('done', 'returned'))`

async function readCosts(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  month: CalendarMonth,
): Promise<readonly MonthCostRow[]> {
  const { results } = await db
    .prepare(
      `SELECT coalesce(currency, ?3) AS currency, coalesce(sum(minor), 0) AS minor,
        count(*) FILTER (WHERE minor IS NULL) AS unknown
      FROM (
        SELECT o.cost_minor AS minor, o.cost_currency AS currency
        FROM purchases o INDEXED BY supplier_orders_by_end
        WHERE o.status IN ('done', 'returned') AND o.ended_at >= ?1 AND o.ended_at < ?2
          AND (o.returned_at IS NULL OR o.returned_at >= ?2)
        UNION ALL
        SELECT -o.cost_minor, o.cost_currency
        FROM purchases o INDEXED BY supplier_orders_by_return
        WHERE o.returned_at >= ?1 AND o.returned_at < ?2 AND o.ended_at < ?1
        UNION ALL
        SELECT s.cost_minor, s.cost_currency FROM (SELECT * FROM deliveries
          WHERE delivered_at >= ?1 AND delivered_at < ?2) d
        CROSS JOIN stock s ON s.order_id = d.order_id AND s.line_position = d.line_position
        WHERE NOT ${isBought})
      GROUP BY 1`,
    )
    .bind(...boundsOf(month), config.CURRENCIES[0])
    .all<MonthCostRow>()
  return results
}

function addTo(totals: Statements, currency: Currency, added: Partial<Totals>): void {
  const known = totals.get(currency) ?? { ...nothing }
  for (const name of totalNames) known[name] += added[name] ?? 0
  totals.set(currency, known)
}

const nothing: Totals = {
  charged: 0,
  refunded: 0,
  lost: 0,
  undocumented: 0,
  fees: 0,
  vat: 0,
  costs: 0,
  rewards: 0,
  unknownFees: 0,
  unknownVat: 0,
  unknownCosts: 0,
}

/** Leaves out currencies in which nothing moved. */
function sortCurrencies(totals: Statements, known: readonly Currency[]): [Currency, Totals][] {
  const rankOf = (currency: Currency) => {
    const index = known.indexOf(currency)
    return index === -1 ? known.length : index
  }
  return [...totals]
    .filter(([, row]) => Object.values(row).some((value) => value !== 0))
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b))
}

function toStatement([currency, row]: readonly [Currency, Totals]): CurrencyStatement {
  const { charged, refunded, lost, undocumented, fees, vat, costs, rewards } = row
  const money = (minor: number) => ({ minor, currency })
  return {
    currency,
    charged: money(charged),
    refunded: money(refunded),
    lost: money(lost),
    undocumented: money(undocumented),
    fees: money(fees),
    vat: money(vat),
    costs: money(costs),
    rewards: money(rewards),
    earned: money(charged - refunded - lost - undocumented - fees - vat - costs - rewards),
    unknown: { fees: row.unknownFees, vat: row.unknownVat, costs: row.unknownCosts },
  }
}

export type MonthPartners = {
  readonly rewards: Money
  /** Rewards taken back, because their orders were refunded. Negative or zero. */
  readonly reversals: Money
  /** Corrections by staff. */
  readonly corrections: Money
  /** Withdrawals that were marked as paid. */
  readonly paid: Money
  /** The debt of the shop at the end of the month: balances, and withdrawals that are not paid. */
  readonly owed: Money
}

type PartnerSums = { readonly [name in keyof MonthPartners]: number }

export async function monthPartners(
  { db }: DatabaseContext,
  month: CalendarMonth,
): Promise<MonthPartners> {
  const sums = await db
    .prepare(partnersSql)
    .bind(...boundsOf(month))
    .first<PartnerSums>()
  const money = (name: keyof PartnerSums) => ({
    minor: sums?.[name] ?? 0,
    currency: partnerCurrency,
  })
  return {
    rewards: money('rewards'),
    reversals: money('reversals'),
    corrections: money('corrections'),
    paid: money('paid'),
    owed: money('owed'),
  }
}

/** SQL: a sum of the month's transactions of a type. */
const sumOfType = (type: string) => `coalesce(sum(t.amount_minor)
  FILTER (WHERE t.type = '${type}' AND t.created_at >= ?1), 0)`

/** SQL: a time is unknown, or after the month. */
const isLater = (time: string) => `coalesce(${time} >= ?2, TRUE)`

// A rejected withdrawal has a transaction that returns its amount, so only open ones are added.
const partnersSql = `SELECT ${sumOfType('reward')} AS rewards, ${sumOfType('reversal')} AS reversals,
    ${sumOfType('adjustment')} AS corrections,
    coalesce(sum(-t.amount_minor) FILTER (WHERE t.type = 'withdrawal'
      AND t.paid_at >= ?1 AND t.paid_at < ?2), 0) AS paid,
    coalesce(sum(t.amount_minor), 0) - coalesce(sum(t.amount_minor) FILTER (
      WHERE t.type = 'withdrawal' AND ${isLater('t.paid_at')} AND ${isLater('t.rejected_at')}), 0)
      AS owed
  FROM partner_transactions t WHERE t.created_at < ?2`
