import type { TopUpChoice } from '../../contract/top-ups.ts'
import type { Currency, Prices } from '../../domain/money.ts'
import { partnerCurrency } from '../../domain/partner-money.ts'
import { ok } from '../../domain/result.ts'
import type { Locale } from '../../locale/locales.ts'
import { topUpName } from '../../locale/tariff-words.ts'
import { wordsOf } from '../../locale/words.ts'
import { toTariff } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { refuseBlocked } from '../esims/blocked-esim.ts'
import { readEsim } from '../esims/esim-rows.ts'
import { topUpsOnSale } from '../esims/top-up-offers.ts'
import { notFound, refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import type { PricedLine, TopUpPurchase } from './order-lines.ts'

type FoundTopUp = Pick<PricedLine, 'tariffID' | 'countryCodes' | 'title'> & {
  readonly prices: Prices
  readonly topUp: TopUpPurchase
}

/** Returns the priced line of an order that adds data to an eSIM. */
export async function priceTopUp(
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
  const { tariffID, countryCodes, placeTitle } = toTariff(esim, words)
  const onSale = await topUpsOnSale(context, esimHash, { tariffID, countryCodes })
  const topUp = onSale.find((each) => each.code === code)
  if (!topUp) return refuse('out-of-stock', context.words('api.topUpGone'))
  const { trafficMb, validityDays, prices, supplier, cost } = topUp
  const title = topUpName({ locale, words }, { placeTitle, trafficMb, validityDays })
  const purchase = { esimHash, code, trafficMb, validityDays, supplier, cost }
  return ok({ tariffID, countryCodes, title, prices, topUp: purchase })
}
