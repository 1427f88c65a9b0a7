import type { ReactElement } from 'react'
import { messagesFor, type FormErrors } from '../../ui/form-errors.shared.ts'
import { pricesIn, type Prices } from '../../kit/money.shared.ts'
import { cardIn } from '../../payments/settings.ts'
import type { StorefrontConfig } from '../../storefront-settings.ts'
import { supportStateAt, supportStateText } from '../../words/support-hours.ts'
import { err, ok, type Result } from '../../kit/result.shared.ts'
import { canonicalVoucher } from '../vouchers.ts'
import { orderFormTexts, type OrderFormProps } from '../order-form.shared.tsx'
import type { OrderValues } from '../order-schema.shared.ts'
import { formatMoney } from '../../words/formats.shared.ts'
import { href, type QueryParams } from '../../words/paths.shared.ts'
import { cardLabel, localCurrencies } from '../../words/plan-words.ts'
import { textsOf } from '../../words/texts.shared.ts'
import type { Site } from '../../ui/site.tsx'
import type { ApiClient } from '../../site/api/api-client.ts'
import type { ApiResult } from '../../site/api/api-result.ts'
import type { DetailedPlan } from '../../plans/operations.ts'
import type { AppContext } from '../../site/app-env.ts'
import { apiErrorPage } from '../../site/error-pages.tsx'
import type { OrderPlans } from '../../words/order-params.ts'
import { checkedPhoneName } from '../../plans/checked-phone-name.ts'
import type { GiftDates } from '../../kit/activation-window.shared.ts'

type OrderContext = Pick<Site, 'locale' | 'words' | 'currencies'> & {
  readonly config: Pick<StorefrontConfig, 'PAYMENT_METHODS' | 'REFUND_DAYS' | 'SUPPORT_HOURS'>
  readonly now: () => number
}

/**
 * Returns the props of an order form.
 * @param price the prices after the promo code, or why the code cannot be used
 */
export function orderFormProps(
  site: OrderContext,
  { input, prices, giftDates, peopleActions, action, texts }: Omit<OrderItem, 'title' | 'render'>,
  values: OrderValues,
  price: Result<Prices, FormErrors>,
  errors: FormErrors | null,
): OrderFormProps {
  const { locale, words } = site
  const cards = cardsFor(site, prices, price.ok ? price.value : prices)
  const isReduced = cards.some(({ reduction }) => reduction !== null)
  const messages = price.ok ? [] : messagesFor(price.error, 'promocode')
  return {
    texts: {
      ...textsOf(words, orderFormTexts),
      ...(canonicalVoucher(values.promocode) !== null && {
        'order.reduction': words('voucher.name'),
      }),
      ...texts,
    },
    action,
    policyHref: href(locale, 'dataPolicy'),
    agreementHref: href(locale, 'userAgreement'),
    cards,
    giftDates,
    people: peopleOf(input),
    peopleActions,
    values,
    promocode: {
      applied: isReduced ? words('order.applied', { code: values.promocode.toUpperCase() }) : '',
      messages,
    },
    assurances: assurancesOf(site),
    errors: withPromocodeMessages(errors, messages),
  }
}

function assurancesOf({ words, config, now }: OrderContext): string[] {
  const { REFUND_DAYS: days, SUPPORT_HOURS: hours } = config
  const state = hours && supportStateAt(hours, new Date(now()))
  return [
    days === null ? words('order.help') : words('order.moneyBack', { count: days }),
    ...(state ? [`${words('order.support')}: ${supportStateText(words, state)}`] : []),
  ]
}

/** Adds the reason why the promo code cannot be used, even if other fields have errors. */
function withPromocodeMessages(errors: FormErrors | null, messages: readonly string[]) {
  if (errors === null || messages.length === 0) return errors
  return { ...errors, fields: { promocode: messages, ...errors.fields } }
}

/**
 * Returns a card for each currency in which the order can be paid, with its price before and after
 * the promo code.
 */
function cardsFor(site: OrderContext, prices: Prices, totals: Prices): OrderFormProps['cards'] {
  const { locale, words, config } = site
  return pricesIn(localCurrencies(site), prices).map((price) => {
    const { minor, currency } = price
    const total = { minor: totals[currency] ?? minor, currency }
    const methods = config.PAYMENT_METHODS[currency] ?? []
    const reduction = { minor: total.minor - minor, currency }
    return {
      option: cardIn(currency),
      label: cardLabel(words, currency),
      methods: methods.map((each) => words(`paymentMethods.${each}`)).join(', '),
      price: formatMoney(locale, price),
      reduction: reduction.minor === 0 ? null : formatMoney(locale, reduction),
      total: formatMoney(locale, total),
      totalMinor: total.minor,
    }
  })
}

/** An order of plans, as its page shows it. */
export type PlanOrder = {
  readonly plans: OrderPlans
  /** The plan of each id. */
  readonly tariffs: readonly DetailedPlan[]
  /** The name of the phone that was checked and fits, or null. */
  readonly phone: string | null
  /** Marketing parameters of the visit, for links that change the order. */
  readonly visit: QueryParams
}

/** Loads the plans of an order, or returns an error page. */
export async function loadPlanOrder(
  c: AppContext,
  plans: OrderPlans,
  visit: QueryParams = {},
): Promise<Result<PlanOrder, Response>> {
  const [checked, tariffs] = await Promise.all([
    checkPhone(c, plans),
    readPlans(c.var.api, plans.tariffIDs),
  ])
  if (!tariffs.ok) return err(await apiErrorPage(c, tariffs.error))
  return ok({ ...checked, tariffs: tariffs.value, visit })
}

/** Returns the plans without a phone that does not fit, and the name of the phone. */
export async function checkPhone(
  { var: { words } }: AppContext,
  plans: OrderPlans,
): Promise<Pick<PlanOrder, 'plans' | 'phone'>> {
  const phone = await checkedPhoneName(plans.phone, words)
  return { plans: phone === null ? { ...plans, phone: undefined } : plans, phone }
}

async function readPlans(
  api: ApiClient,
  tariffIDs: readonly string[],
): Promise<ApiResult<readonly DetailedPlan[]>> {
  const ids = [...new Set(tariffIDs)]
  const answers = await Promise.all(ids.map(async (id) => api.tariff({ id })))
  const found = new Map<string, DetailedPlan>()
  for (const answer of answers) {
    if (!answer.ok) return answer
    found.set(answer.value.data.tariffID, answer.value.data)
  }
  return ok(tariffIDs.flatMap((id) => found.get(id) ?? []))
}

/** The input for the API: plans for people with the checked phone, or a top-up. */
export type TypedOrder =
  | { readonly plans: OrderPlans }
  | { readonly topUp: { readonly hash: string; readonly code: string } }

/** The plans or the top-up of an order form. */
export type OrderItem = {
  readonly input: TypedOrder
  readonly prices: Prices
  /** The dates on which the item can be sent as a gift, or null if it cannot be a gift. */
  readonly giftDates: GiftDates | null
  readonly peopleActions: OrderFormProps['peopleActions']
  /** The URL of the form. It also receives the order. */
  readonly action: string
  /** Texts that replace those for plans. */
  readonly texts: Partial<OrderFormProps['texts']>
  readonly title: string
  readonly render: (form: OrderFormProps) => ReactElement
}

export function peopleOf(input: TypedOrder): number {
  return 'plans' in input ? input.plans.people : 1
}
