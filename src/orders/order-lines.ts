import { partnerCurrency } from '../partners/available-balance.ts'
import type { OrderLine } from './operations.ts'
import type { Plan } from '../plans/operations.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import type { PromoPlan } from './promo-code.ts'
import { ok, type Err } from '../kit/result.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { planName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import { countForSale } from '../plans/can-sell.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from '../plans/plan-rows.ts'
import type { BackendContext } from '../context.ts'
import type { TopUpOnSale } from '../esims/top-ups.ts'
import { notFound, refuse, refuseFields } from '../api/operation-result.ts'
import type { OperationResult, Refusal } from '../api/operation-result.ts'
import { openTopUp } from './lines.ts'
import { giftDates, isWithin } from '../kit/activation-window.shared.ts'
import { formatDate } from '../words/formats.shared.ts'
import { prepare, raw, readRow, readRows } from '../kit/sql.ts'

export type PricedLine = PromoPlan &
  OrderLine & {
    /** The plan's name in the language of the order. */
    readonly title: string
    readonly amountMinor: number
    /** The plan's price in the partners' currency, from which the shop computes the reward. */
    readonly rewardBase: number
    /** A top-up and its eSIM, if the line is a top-up. */
    readonly topUp?: TopUpPurchase
  }

export type TopUpPurchase = Pick<
  TopUpOnSale,
  'code' | 'trafficMb' | 'validityDays' | 'supplier'
> & {
  readonly esimHash: string
  readonly cost: Money
}

/** A plan. `count` is the number of its eSIMs for sale, at most ten: an order needs no more. */
type PlanOnSale = PromoPlan & Pick<Plan, 'prices' | 'market'> & { title: string; count: number }

type UnpricedOrder = {
  readonly lines: readonly OrderLine[]
  readonly currency: Currency
  readonly lang: Locale
}

/**
 * Adds the current prices of plans to the lines. Refuses plans that are not for sale in the
 * currency.
 */
export async function priceLines(
  context: BackendContext,
  { lines: order, currency, lang }: UnpricedOrder,
): Promise<OperationResult<PricedLine[]>> {
  const { db, words } = context
  const tariffIDs = order.map(({ tariffID }) => tariffID)
  const plans = await readPlans(db, tariffIDs, lang)
  const lines: PricedLine[] = []
  for (const line of order) {
    const { tariffID } = line
    const plan = plans.get(tariffID)
    if (!plan) return notFound(context)
    const { prices, countryCodes, title, count } = plan
    if (count === 0) return refuse('out-of-stock', words('api.outOfStock'))
    if (count < tariffIDs.filter((each) => each === tariffID).length)
      return refuse('out-of-stock', words('api.fewLeft', { count, plan: title }))
    const amountMinor = prices[currency]
    if (amountMinor === undefined)
      return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
    const rewardBase = prices[partnerCurrency] ?? 0
    lines.push({ ...line, countryCodes, title, amountMinor, rewardBase })
  }
  return refuseBadDate(context, order, [...plans.values()]) ?? ok(lines)
}

/** Inserts the lines of an order, if the same batch has inserted the order. */
export function insertLines(
  db: D1Database,
  invoiceID: string,
  lines: readonly PricedLine[],
): D1PreparedStatement[] {
  return lines.flatMap((line, index) => [
    prepare(db)`INSERT INTO order_lines (order_id, position, plan_id, amount_minor, reward_base,
        recipient, message, deliver_on, kind)
      SELECT id, ${index + 1}, ${line.tariffID}, ${line.amountMinor}, ${line.rewardBase},
        ${line.recipient ?? null}, ${line.message ?? null}, ${line.deliverOn ?? null},
        ${line.topUp ? 'top-up' : 'plan'} FROM orders WHERE id = ${invoiceID}`,
    ...(line.topUp ? [insertTopUp(db, invoiceID, index + 1, line.topUp)] : []),
  ])
}

function insertTopUp(db: D1Database, invoiceID: string, position: number, topUp: TopUpPurchase) {
  const { esimHash, supplier, code, trafficMb, validityDays, cost } = topUp
  return prepare(db)`INSERT INTO top_ups (order_id, line_position, esim_hash, supplier, plan_code,
      traffic_mb,
      validity_days, cost_minor, cost_currency)
    SELECT id, ${position}, ${esimHash}, ${supplier}, ${code}, ${trafficMb}, ${validityDays},
      ${cost.minor}, ${cost.currency} FROM orders WHERE id = ${invoiceID}`
}

/** Returns whether every line of an unpaid order is still on sale and can be delivered now. */
export async function areLinesOnSale(db: D1Database, invoiceID: string): Promise<boolean> {
  const missing = await readRow(db)`SELECT * FROM (SELECT t.id FROM order_lines l
    JOIN plans t ON t.id = l.plan_id
      WHERE l.order_id = ${invoiceID} AND l.kind = 'plan'
      GROUP BY t.id HAVING t.is_listed = 0 OR count(*) > ${raw(countForSale('t.id'))})
    UNION ALL SELECT l.plan_id FROM order_lines l
    WHERE l.order_id = ${invoiceID} AND l.kind = 'top-up'
      AND NOT EXISTS (SELECT 1 FROM ${raw(openTopUp)})`
  return missing === null
}

/** Returns plans by id, in stock or not. A delisted plan has no eSIMs for sale. */
export async function readPlans(
  db: D1Database,
  tariffIDs: readonly string[],
  locale: Locale,
): Promise<ReadonlyMap<string, PlanOnSale>> {
  const results = await readRows<PlanRow & { count: number }>(db)`SELECT
      ${raw(planColumn(locale, '1'))}, iif(t.is_listed, ${raw(countForSale('t.id'))}, 0) AS count
    FROM plans t ${raw(planJoins)} WHERE t.id IN (SELECT value
      FROM json_each(${JSON.stringify(tariffIDs)}))`
  const words = wordsOf(locale)
  return new Map(
    results.map((row) => {
      const plan = toPlan(row, words)
      const title = planName({ locale, words }, plan)
      return [plan.tariffID, { ...plan, title, count: row.count }]
    }),
  )
}

/** Refuses a line whose delivery date is in the past, or after the last day to connect. */
function refuseBadDate(
  { now, words }: Pick<BackendContext, 'now' | 'words'>,
  lines: readonly OrderLine[],
  plans: readonly Pick<Plan, 'market'>[],
): Err<Refusal> | null {
  const dates = giftDates(
    now,
    plans.map(({ market }) => market),
  )
  const index = lines.findIndex(
    ({ deliverOn }) => deliverOn !== undefined && !isWithin(dates, deliverOn),
  )
  if (index === -1) return null
  const message = words('order.giftDateInvalid', {
    from: formatDate(dates.from),
    to: formatDate(dates.to),
  })
  return refuseFields('invalid-input', { [`lines.${index}.deliverOn`]: [message] })
}
