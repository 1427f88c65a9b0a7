import type { InputOf } from '../operations.ts'
import type { OrderLine } from './operations.ts'
import { canonicalMailbox } from '../kit/email.shared.ts'
import { pricesIn, sumOfPrices, sumOf } from '../kit/money.shared.ts'
import type { Money, Currency, ExchangeRate, Prices } from '../kit/money.shared.ts'
import { currencyOf } from '../payments/settings.ts'
import { err, ok } from '../kit/result.shared.ts'
import { hourMs, isoBefore } from '../kit/time.shared.ts'
import { visitorPrefix } from '../kit/visitor.ts'
import { formatMoney } from '../words/formats.shared.ts'
import type { BackendContext } from '../context.ts'
import { readExchangeRates } from '../plans/price-book.ts'
import { refuse, refuseFields, notFound } from '../api/operation-result.ts'
import type { OperationResult, Refusal } from '../api/operation-result.ts'
import { checkPromoCode, refusePromoCode, type PromoUse } from './promo-codes.ts'
import {
  countActions,
  visitorLimits,
  countShopAction,
  shopOrders,
  countVisitorAction,
} from '../api/rate-limit.ts'
import { earningCode } from '../partners/rewards.ts'
import { isUnpaid } from './lines.ts'
import { priceLines, readPlans, type PricedLine, type TopUpPurchase } from './order-lines.ts'
import type { TopUpChoice } from '../esims/operations.ts'
import { partnerCurrency } from '../partners/available-balance.ts'
import type { Locale } from '../words/locales.shared.ts'
import { topUpName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import { toPlan } from '../plans/plan-rows.ts'
import { refuseBlocked, readEsim } from '../esims/esim-rows.ts'
import { topUpsOnSale } from '../esims/top-ups.ts'
import { chargeRule, nearestCharge, nextCharge } from '../payments/charge-limits.ts'
import { hasCurrency, isForPlan, reducedPrices } from './promo-code.ts'
import type { PromoCode, PromoPlan } from './promo-code.ts'
import { findVoucher, paidPart, refuseVoucher, type Voucher, type VoucherUse } from './vouchers.ts'

export type OrderInput = InputOf<'activation'>

export type OrderQuote = {
  /** Lines with their prices after the promo code. */
  readonly lines: readonly PricedLine[]
  readonly amount: Money
  /** What a provider charges: the amount without the part that a voucher pays. */
  readonly charge: Money
  readonly use: PromoUse | null
  readonly voucher: VoucherUse | null
  /** The partner's code, unless the order is the partner's own. */
  readonly referralCode: string | undefined
}

type Amounts = {
  /** The price that the form showed. Undefined when the form showed no price. */
  readonly expected: Money | undefined
  readonly amount: Money
  /** The price without the code. */
  readonly fullPrice: Money
}

/**
 * New orders and payments per network. Hundreds of travellers can share a mobile operator's address.
 */
const ordersOfNetwork = { action: 'order', perHour: 240, siteFactor: 1 } as const
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
  order: OrderInput,
): Promise<OperationResult<OrderQuote>> {
  const { config, words } = context
  const { promocode, email } = order
  const currency = currencyOf(order.paymentOption)
  if (currency === null || !config.CURRENCIES.includes(currency))
    return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
  const [priced, code, rates, isWithinLimits, referralCode] = await Promise.all([
    order.topUp
      ? priceTopUp(context, order.topUp, { currency, lang: order.lang })
      : priceLines(context, { lines: linesOf(order), currency, lang: order.lang }),
    checkCode(context, promocode, email),
    promocode === undefined ? [] : readExchangeRates(context.db),
    countOrder(context, email),
    earningCode(context, order),
  ])
  // Before the code, because its refusal shows whether the code exists.
  if (!isWithinLimits) return refuse('too-many-requests', words('api.tooManyOrders'))
  if (!priced.ok) return priced
  if (!code.ok) return code
  const { promo, voucher: found } = code.value
  const reduced = reduceLines(context, promo, priced.value, { currency, rates })
  if (!reduced.ok) return reduced
  const lines = reduced.value
  const fullPrice = { minor: priceOf(priced.value), currency }
  const amount = { minor: priceOf(lines), currency }
  const minor = found ? paidPart(found, amount, chargeRule(config, rates)) : 0
  if (found && minor === 0) return refuseUnusable(words, found, [currency])
  const charge = { minor: amount.minor - minor, currency }
  const expected = order.expectedAmount
  const refusal = refuseAmount(context, { expected, amount: charge, fullPrice })
  if (refusal) return err(refusal)
  const reductionMinor = fullPrice.minor - amount.minor
  const use = promo && { promo, email, reductionMinor }
  return ok({ lines, amount, charge, use, voucher: found && { id: found.id, minor }, referralCode })
}

type UsableCode = { readonly promo: PromoCode | null; readonly voucher: Voucher | null }

/** Returns the voucher or promo code that a customer typed, or a refusal of the field. */
export async function checkCode(
  context: BackendContext,
  typed: string | undefined,
  email: string | undefined,
): Promise<OperationResult<UsableCode>> {
  if (typed === undefined) return ok({ promo: null, voucher: null })
  const [voucher, promo] = await Promise.all([
    findVoucher(context, typed),
    checkPromoCode(context, typed, email),
  ])
  if (!voucher.ok) return voucher
  if (voucher.value) return ok({ promo: null, voucher: voucher.value })
  return promo.ok ? ok({ promo: promo.value, voucher: null }) : promo
}

/** Refuses a voucher that pays nothing in these currencies. */
function refuseUnusable(
  words: BackendContext['words'],
  { currency }: Voucher,
  currencies: readonly Currency[],
) {
  return currencies.includes(currency)
    ? refusePromoCode(words, 'lowest-price')
    : refuseVoucher(words, 'other-currency')
}

function priceOf(lines: readonly PricedLine[]): number {
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
      `SELECT count(*) AS count FROM orders
      WHERE mailbox = ? AND created_at > ? AND ${isUnpaid}`,
    )
    .bind(canonicalMailbox(email), isoBefore(now, hourMs))
    .first<number>('count')
  return count ?? 0
}

/**
 * Refuses an order whose amount no provider can charge at once, or whose price differs from the price that
 * its form showed. Returns null for other orders.
 */
function refuseAmount(
  { words, locale, config }: Pick<BackendContext, 'words' | 'locale' | 'config'>,
  { expected, amount, fullPrice }: Amounts,
): Refusal | null {
  const charges = chargeRule(config, [])
  if (nextCharge(charges, amount) === null) {
    const most = formatMoney(locale, { ...amount, minor: nearestCharge(charges, amount) })
    const tooLarge = { paymentOption: [words('api.amountTooLarge', { most })] }
    return refuseFields('invalid-input', tooLarge).error
  }
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
export function linesOf({ lines, tariffID }: OrderInput): readonly OrderLine[] {
  return lines ?? (tariffID === undefined ? [] : [{ tariffID }])
}

type FoundTopUp = Pick<PricedLine, 'tariffID' | 'countryCodes' | 'title'> & {
  readonly prices: Prices
  readonly topUp: TopUpPurchase
}

/** Returns the priced line of an order that adds data to an eSIM. */
async function priceTopUp(
  context: BackendContext,
  choice: TopUpChoice,
  { currency, lang }: { readonly currency: Currency; readonly lang: Locale },
): Promise<OperationResult<PricedLine[]>> {
  const found = await findTopUp(context, choice, lang)
  if (!found.ok) return found
  const { prices, ...line } = found.value
  const amountMinor = prices[currency]
  if (amountMinor === undefined)
    return refuseFields('invalid-input', { paymentOption: [context.words('api.invalid')] })
  return ok([{ ...line, amountMinor, rewardBase: prices[partnerCurrency] ?? 0 }])
}

/**
 * Returns a top-up on sale with the plan of its eSIM, because promo codes for the plan apply to it.
 */
export async function findTopUp(
  context: BackendContext,
  { hash: esimHash, code }: TopUpChoice,
  locale: Locale,
): Promise<OperationResult<FoundTopUp>> {
  const esim = await readEsim(context.db, esimHash, locale)
  if (!esim) return notFound(context)
  const blocked = refuseBlocked(context, esim)
  if (blocked) return blocked
  const words = wordsOf(locale)
  const { tariffID, countryCodes, placeTitle } = toPlan(esim, words)
  const onSale = await topUpsOnSale(context, esimHash, { tariffID, countryCodes })
  const topUp = onSale.find((each) => each.code === code)
  if (!topUp) return refuse('out-of-stock', context.words('api.topUpGone'))
  const { trafficMb, validityDays, prices, supplier, cost } = topUp
  const title = topUpName({ locale, words }, { placeTitle, trafficMb, validityDays })
  const purchase = { esimHash, code, trafficMb, validityDays, supplier, cost }
  return ok({ tariffID, countryCodes, title, prices, topUp: purchase })
}

/**
 * Returns the lines of an order with the prices after its promo code. Partners earn a share of the
 * reduced price.
 */
function reduceLines(
  { words, config }: Pick<BackendContext, 'words' | 'config'>,
  promo: PromoCode | null,
  lines: readonly PricedLine[],
  { currency, rates }: { readonly currency: Currency; readonly rates: readonly ExchangeRate[] },
): OperationResult<readonly PricedLine[]> {
  if (promo === null) return ok(lines)
  const prices = lines.map((line) => ({ plan: line, price: { minor: line.amountMinor, currency } }))
  const reduced = reducedPrices(promo, prices, { rates, charges: chargeRule(config, rates) })
  const isReduced = lines.some(({ amountMinor }, index) => reduced[index]?.minor !== amountMinor)
  if (!isReduced) return refuseUseless(words, promo, lines, [currency])
  return ok(lines.map((line, index) => withAmount(line, reduced[index]?.minor ?? 0)))
}

/** Refuses a promo code that reduces no price of the plans in these currencies, and says why. */
function refuseUseless(
  words: BackendContext['words'],
  promo: PromoCode,
  plans: readonly PromoPlan[],
  currencies: readonly Currency[],
) {
  if (!plans.some((plan) => isForPlan(promo, plan))) return refusePromoCode(words, 'other-plan')
  const isKnown = currencies.some((currency) => hasCurrency(promo, currency))
  return refusePromoCode(words, isKnown ? 'lowest-price' : 'other-currency')
}

function withAmount(line: PricedLine, amountMinor: number): PricedLine {
  const rewardBase = Math.floor((line.rewardBase * amountMinor) / line.amountMinor)
  return { ...line, amountMinor, rewardBase }
}

type OrderPrice = { readonly data: { readonly prices: Prices; readonly totals: Prices } }

/**
 * Slows down guessing of codes. Offices and mobile networks share an address, so the limit is
 * high.
 */
const promoCodeChecks = { action: 'promo-code', perHour: 120 } as const

/**
 * Returns the price of plans or a top-up in each of the shop's currencies, and what is left to pay
 * with a promo code or a voucher.
 */
export async function getOrderPrice(
  context: BackendContext,
  { tariffID, tariffIDs, topUp, promocode, email }: InputOf<'orderPrice'>,
): Promise<OperationResult<OrderPrice>> {
  const { config, words, locale } = context
  const found = topUp
    ? await findTopUp(context, topUp, locale)
    : await findPlans(context, tariffIDs ?? [tariffID ?? ''])
  if (!found.ok) return found
  const plans = [found.value].flat()
  const list = pricesIn(config.CURRENCIES, sumOfPrices(plans.map((plan) => plan.prices)))
  const prices = toPrices(list)
  if (promocode === undefined) return ok({ data: { prices, totals: prices } })
  if (!(await countVisitorAction(context, promoCodeChecks)))
    return refuse('too-many-requests', words('api.tooManyPromoCodes'))
  const [code, rates] = await Promise.all([
    checkCode(context, promocode, email),
    readExchangeRates(context.db),
  ])
  if (!code.ok) return code
  const { promo, voucher } = code.value
  const rules = { rates, charges: chargeRule(config, rates) }
  const totals = list.map((price) => {
    const { currency } = price
    if (voucher) return { minor: price.minor - paidPart(voucher, price, rules.charges), currency }
    const lines = plans.map((plan) => ({
      plan,
      price: { minor: plan.prices[currency] ?? 0, currency },
    }))
    const minor = promo ? sumOf(reducedPrices(promo, lines, rules)) : price.minor
    return { minor, currency }
  })
  const isReduced = list.some(({ minor }, index) => totals[index]?.minor !== minor)
  if (isReduced) return ok({ data: { prices, totals: toPrices(totals) } })
  const currencies = list.map(({ currency }) => currency)
  if (voucher) return refuseUnusable(words, voucher, currencies)
  return promo
    ? refuseUseless(words, promo, plans, config.CURRENCIES)
    : ok({ data: { prices, totals: prices } })
}

type QuotedPlan = PromoPlan & { readonly prices: Prices }

async function findPlans(
  context: BackendContext,
  tariffIDs: readonly string[],
): Promise<OperationResult<readonly QuotedPlan[]>> {
  const plans = await readPlans(context.db, tariffIDs, context.locale)
  const found = tariffIDs.flatMap((id) => plans.get(id) ?? [])
  return found.length === tariffIDs.length ? ok(found) : notFound(context)
}

function toPrices(list: readonly Money[]): Prices {
  return Object.fromEntries(list.map(({ currency, minor }) => [currency, minor]))
}
