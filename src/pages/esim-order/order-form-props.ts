import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import { pricesIn } from '../../domain/money.ts'
import type { Prices } from '../../domain/money.ts'
import { cardIn } from '../../domain/payment-options.ts'
import type { PaymentMethods } from '../../domain/payment-options.ts'
import type { Result } from '../../domain/result.ts'
import { orderFormTexts } from '../../forms/order/form.tsx'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import type { OrderValues } from '../../forms/order/schema.ts'
import { formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { cardLabel } from '../../locale/tariff-words.ts'
import { textsOf } from '../../locale/texts.ts'
import type { Site } from '../../ui/site.tsx'
import { peopleOf } from './order-item.ts'
import type { OrderItem } from './order-item.ts'

type OrderContext = Pick<Site, 'locale' | 'words' | 'currencies'> & {
  readonly config: { readonly PAYMENT_METHODS: PaymentMethods }
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
    texts: { ...textsOf(words, orderFormTexts), ...texts },
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
    errors: withPromocodeMessages(errors, messages),
  }
}

/** Adds the reason why the promo code cannot be used, even if other fields have errors. */
function withPromocodeMessages(
  errors: FormErrors | null,
  messages: readonly string[],
): FormErrors | null {
  if (errors === null || messages.length === 0) return errors
  return { ...errors, fields: { promocode: messages, ...errors.fields } }
}

/**
 * Returns a card for each currency in which the order can be paid, with its price before and after
 * the promo code.
 */
function cardsFor(
  { locale, words, currencies, config }: OrderContext,
  prices: Prices,
  totals: Prices,
): OrderFormProps['cards'] {
  return pricesIn(currencies, prices).map((price) => {
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
