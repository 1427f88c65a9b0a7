import type { ReactNode } from 'react'
import { orderForm, orderFormTexts } from '../../forms/order/form.tsx'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import type { TariffDetails } from '../../contract/tariffs.ts'
import { pricesIn } from '../../domain/money.ts'
import type { Prices } from '../../domain/money.ts'
import type { Result } from '../../domain/result.ts'
import { cardIn } from '../../domain/payment-options.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { OrderValues } from '../../forms/order/schema.ts'
import { formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { cardLabel } from '../../locale/tariff-words.ts'
import { textsOf } from '../../locale/texts.ts'
import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Site } from '../../ui/site.tsx'
import { TariffChecks } from '../../ui/tariffs/tariff-checks.tsx'
import { OrderPass } from './order-pass.tsx'

type OrderContext = Pick<Site, 'locale' | 'words' | 'currencies'>

type OrderFormViewProps = {
  readonly tariff: TariffDetails
  readonly phone: string | null
  readonly form: OrderFormProps
}

export function OrderView({ tariff, phone, form }: OrderFormViewProps) {
  return (
    <OrderColumns tariff={tariff} phone={phone}>
      <HydratedForm form={orderForm} props={form} />
    </OrderColumns>
  )
}

/** The page of a plan that cannot be bought now. The same id shows it in the dialog. */
export function SoldOutOrder({ tariff }: { tariff: TariffDetails }) {
  const { words } = useSite()
  return (
    <OrderColumns tariff={tariff} phone={null}>
      <p className="notice" role="status">
        {words('errors.outOfStock')}
      </p>
    </OrderColumns>
  )
}

type ColumnsProps = {
  readonly tariff: TariffDetails
  readonly phone: string | null
  readonly children: ReactNode
}

function OrderColumns({ tariff, phone, children }: ColumnsProps) {
  const { locale, words } = useSite()
  return (
    <section className="two-columns">
      <div id="activation">
        <h1>{words('order.heading')}</h1>
        <OrderPass tariff={tariff} />
        {children}
      </div>
      <aside className="stack">
        <TariffChecks tariff={tariff} phone={phone} />
        <p>
          <a href={href(locale, 'country', { country: tariff.countryCodes[0] ?? '' })}>
            {words('order.change')}
          </a>
        </p>
      </aside>
    </section>
  )
}

/** `price`: the plan's prices after the promo code, or why the code cannot be used. */
export function orderFormProps(
  site: OrderContext,
  tariff: TariffDetails,
  values: OrderValues,
  price: Result<Prices, FormErrors>,
  errors: FormErrors | null,
): Omit<OrderFormProps, 'action'> {
  const { locale, words } = site
  const cards = cardsFor(site, tariff, price.ok ? price.value : tariff.prices)
  const isReduced = cards.some(({ reduction }) => reduction !== null)
  const messages = price.ok ? [] : messagesFor(price.error, 'promocode')
  return {
    texts: textsOf(words, orderFormTexts),
    policyHref: href(locale, 'dataPolicy'),
    cards,
    values,
    promocode: {
      applied: isReduced ? words('order.applied', { code: values.promocode.toUpperCase() }) : '',
      messages,
    },
    errors: withPromocodeMessages(errors, messages),
  }
}

/** Errors of other fields do not hide that the promo code cannot be used. */
function withPromocodeMessages(
  errors: FormErrors | null,
  messages: readonly string[],
): FormErrors | null {
  if (errors === null || messages.length === 0) return errors
  return { ...errors, fields: { promocode: messages, ...errors.fields } }
}

/** A card in each currency the plan is sold in, with its price before and after the promo code. */
function cardsFor(
  { locale, words, currencies }: OrderContext,
  { prices }: Pick<TariffDetails, 'prices'>,
  totals: Prices,
): OrderFormProps['cards'] {
  return pricesIn(currencies, prices).map((price) => {
    const { minor, currency } = price
    const total = { minor: totals[currency] ?? minor, currency }
    const reduction = { minor: total.minor - minor, currency }
    return {
      option: cardIn(currency),
      label: cardLabel(words, currency),
      price: formatMoney(locale, price),
      reduction: reduction.minor === 0 ? null : formatMoney(locale, reduction),
      total: formatMoney(locale, total),
      totalMinor: total.minor,
    }
  })
}
