import type { z } from 'zod'
import type { activation, OrderLine } from '../../contract/purchase.ts'
import { canonicalMailbox } from '../../domain/mailbox.ts'
import type { Money } from '../../domain/money.ts'
import { currencyOf } from '../../domain/payment-options.ts'
import { err, ok } from '../../domain/result.ts'
import { hourMs, isoBefore } from '../../domain/time-units.ts'
import { visitorPrefix } from '../../domain/visitor-prefix.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { BackendContext } from '../context.ts'
import { d1Store } from '../d1-store.ts'
import { readExchangeRates } from '../pricing/read-price-book.ts'
import { refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult, Refusal } from '../operation-result.ts'
import { checkPromoCode } from '../promo-codes/check-promo-code.ts'
import type { PromoUse } from '../promo-codes/promo-uses.ts'
import { countActions, visitorLimits } from '../rate-limit.ts'
import { countShopAction, shopOrders } from '../shop-limits.ts'
import { earningCode } from '../referrers/own-purchase.ts'
import type { Attempt } from './attempts.ts'
import { isUnpaid } from '../unpaid-invoices.ts'
import { priceLines } from './order-lines.ts'
import type { PricedLine } from './order-lines.ts'
import { priceTopUp } from './price-top-up.ts'
import { reduceLines } from './reduce-lines.ts'
import { attemptsWithCode } from './take-over-use.ts'

export type Order = z.output<typeof activation.input>

export type OrderQuote = {
  /** Lines with their prices after the promo code. */
  readonly lines: readonly PricedLine[]
  readonly amount: Money
  readonly use: PromoUse | null
  /** Open payments of the customer's other orders with the promo code. */
  readonly otherAttempts: readonly Attempt[]
  /** The partner's code, unless the order is the partner's own. */
  readonly referralCode: string | undefined
}

type Amounts = {
  /** The price that the form showed. Undefined when the form showed no price. */
  readonly expected: Money | undefined
  readonly amount: Money
  /** The price without the promo code. */
  readonly fullPrice: Money
}

/**
 * New orders and payments per visitor prefix. Hundreds of travellers can share a mobile operator's
 * address.
 */
const ordersOfNetwork = { action: 'order', perHour: 240 } as const
/** Limit of unpaid orders per mailbox and hour. */
const maxUnpaid = 20
/**
 * A visitor may place these orders for a mailbox that has reached `maxUnpaid`. Otherwise a stranger
 * could stop the owner of a mailbox from ordering.
 */
const ordersOfVisitor = { action: 'order-of-mailbox', perHour: 20 } as const

/**
 * Returns the price of an order, or the reason for its refusal. Counts the order for the rate
 * limits. All reads run in parallel, so a visitor waits for one round trip to the database.
 */
export async function quoteOrder(
  context: BackendContext,
  order: Order,
): Promise<OperationResult<OrderQuote>> {
  const { config, words } = context
  const { promocode, email } = order
  const currency = currencyOf(order.paymentOption)
  if (currency === null || !config.CURRENCIES.includes(currency))
    return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
  const [priced, promo, rates, otherAttempts, isWithinLimits, referralCode] = await Promise.all([
    order.topUp
      ? priceTopUp(context, order.topUp, { currency, lang: order.lang })
      : priceLines(context, { lines: linesOf(order), currency, lang: order.lang }),
    promocode === undefined ? ok(null) : checkPromoCode(context, promocode, email),
    promocode === undefined ? [] : readExchangeRates(d1Store(context.db)),
    promocode === undefined ? [] : attemptsWithCode(context, { ...order, promocode }),
    countOrder(context, email),
    earningCode(context, order),
  ])
  // Before the promo code, because its refusal shows whether the code exists.
  if (!isWithinLimits) return refuse('too-many-requests', words('api.tooManyOrders'))
  if (!priced.ok) return priced
  if (!promo.ok) return promo
  const reduced = reduceLines(context, promo.value, priced.value, { currency, rates })
  if (!reduced.ok) return reduced
  const lines = reduced.value
  const fullPrice = { minor: sumOf(priced.value), currency }
  const amount = { minor: sumOf(lines), currency }
  const changed = refuseChangedPrice(context, { expected: order.expectedAmount, amount, fullPrice })
  if (changed) return err(changed)
  const reductionMinor = fullPrice.minor - amount.minor
  const use = promo.value && { promo: promo.value, email, reductionMinor }
  return ok({ lines, amount, use, otherAttempts, referralCode })
}

function sumOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Counts a new order or payment. Returns false when a limit of the visitor or shop is reached. */
export async function countPaymentStart(context: BackendContext): Promise<boolean> {
  return countShopAction(context, shopOrders, visitorLimits(context, ordersOfNetwork))
}

/** Counts the order, and returns whether the visitor is within the limits. */
async function countOrder(context: BackendContext, email: string): Promise<boolean> {
  const [unpaid, isWithinLimit] = await Promise.all([
    countUnpaid(context, email),
    countPaymentStart(context),
  ])
  if (!isWithinLimit || unpaid < maxUnpaid) return isWithinLimit
  const subject = `${visitorPrefix(context.clientAddress)} ${canonicalMailbox(email)}`
  return countActions(context, [{ limit: ordersOfVisitor, subject }])
}

async function countUnpaid({ db, now }: BackendContext, email: string): Promise<number> {
  const count = await db
    .prepare(
      `SELECT count(*) AS count FROM invoices
      WHERE mailbox = ? AND created_at > ? AND ${isUnpaid}`,
    )
    .bind(canonicalMailbox(email), isoBefore(now, hourMs))
    .first<number>('count')
  return count ?? 0
}

/**
 * Refuses an order whose price differs from the price that its form showed. Returns null when the
 * prices are equal.
 */
function refuseChangedPrice(
  { words, locale }: Pick<BackendContext, 'words' | 'locale'>,
  { expected, amount, fullPrice }: Amounts,
): Refusal | null {
  if (expected === undefined || isEqual(expected, amount)) return null
  const prices = { before: formatMoney(locale, expected), now: formatMoney(locale, amount) }
  const isReduction = isEqual(expected, fullPrice)
  const message = isReduction
    ? words('api.priceReduced', prices)
    : words('api.priceChanged', prices)
  return { ...refuse('price-changed', message).error, amount }
}

function isEqual(one: Money, other: Money): boolean {
  return one.minor === other.minor && one.currency === other.currency
}

/** Returns the plans of an order. An order of a top-up has no plans. */
export function linesOf({ lines, tariffID }: Order): readonly OrderLine[] {
  return lines ?? (tariffID === undefined ? [] : [{ tariffID }])
}
