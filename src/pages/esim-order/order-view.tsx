import { orderForm, orderFormTexts } from '../../forms/order/form.tsx'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import type { TariffDetails } from '../../contract/tariffs.ts'
import { pricesIn } from '../../domain/money.ts'
import { cardIn } from '../../domain/payment-options.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { OrderValues } from '../../forms/order/schema.ts'
import { formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { cardLabel, tariffName } from '../../locale/tariff-words.ts'
import { textsOf } from '../../locale/texts.ts'
import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Site } from '../../ui/site.tsx'
import { TariffSummary } from '../../ui/tariffs/tariff-summary.tsx'

type OrderContext = Pick<Site, 'locale' | 'words' | 'currencies'>

export function OrderView({ tariff, form }: { tariff: TariffDetails; form: OrderFormProps }) {
  const site = useSite()
  const { locale, words } = site
  return (
    <section className="two-columns">
      <div id="activation">
        <p className="eyebrow">{tariffName(site, tariff)}</p>
        <h1>{words('order.heading')}</h1>
        <HydratedForm form={orderForm} props={form} />
      </div>
      <aside>
        <TariffSummary tariff={tariff} />
        <p>
          <a href={href(locale, 'country', { country: tariff.countryCodes[0] ?? '' })}>
            {words('order.change')}
          </a>
        </p>
      </aside>
    </section>
  )
}

export function orderFormProps(
  site: OrderContext,
  tariff: TariffDetails,
  values: OrderValues,
  errors: FormErrors | null,
): OrderFormProps {
  const { locale, words } = site
  return {
    texts: textsOf(words, orderFormTexts),
    action: href(locale, 'order', null, { tariffID: tariff.tariffID }),
    policyHref: href(locale, 'dataPolicy'),
    cards: cardsFor(site, tariff),
    values,
    errors,
  }
}

export function cardsFor(
  { locale, words, currencies }: OrderContext,
  { prices }: Pick<TariffDetails, 'prices'>,
): OrderFormProps['cards'] {
  return pricesIn(currencies, prices).map((price) => ({
    option: cardIn(price.currency),
    label: cardLabel(words, price.currency),
    price: formatMoney(locale, price),
  }))
}
