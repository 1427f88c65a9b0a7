import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { orderForm } from '../../forms/order/form.tsx'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import { sumOfPrices } from '../../domain/money.ts'
import { href } from '../../locale/paths.ts'
import { priceText } from '../../locale/tariff-words.ts'
import { useSite } from '../../ui/site.tsx'
import { TariffChecks } from '../../ui/tariffs/tariff-checks.tsx'
import { OrderPass } from './order-pass.tsx'
import { eachEsim } from '../../locale/order-params.ts'
import { PeopleForm } from './people-form.tsx'
import type { PlanOrder } from './plan-order.ts'

type Props = {
  readonly order: PlanOrder
  /** null: a plan is sold out. */
  readonly form: OrderFormProps | null
}

/** The plans of the order, the number of people, and the form. */
export function OrderView({ order, form }: Props) {
  const { words } = useSite()
  const { plans, tariffs, phone } = order
  return (
    <section className="two-columns">
      {/* The dialog shows this part. */}
      <div id="activation">
        <h1>{words('order.heading')}</h1>
        {tariffs.map((tariff, index) => (
          <OrderPass key={index} order={order} tariff={tariff} index={index} />
        ))}
        {phone !== null && <p className="fits">{words('tariff.checkPhoneDone', { phone })}</p>}
        {form ? (
          <>
            <OrderTotal order={order} />
            <PeopleForm order={order} />
            <HydratedForm form={orderForm} props={form} />
          </>
        ) : (
          <p className="notice" role="status">
            {words(tariffs.length > 1 ? 'order.soldOutOne' : 'errors.outOfStock')}
          </p>
        )}
      </div>
      <aside className="stack">
        <TariffChecks tariffs={tariffs} plans={plans} phone={phone} />
        <OtherPlan order={order} />
      </aside>
    </section>
  )
}

/** The total price of several eSIMs. */
function OrderTotal({ order: { plans, tariffs } }: { order: PlanOrder }) {
  const site = useSite()
  const all = eachEsim(plans, tariffs)
  if (all.length === 1) return null
  const price = priceText(site, sumOfPrices(all.map(({ prices }) => prices)))
  return <p className="order-total">{site.words('order.total', { count: all.length, price })}</p>
}

function OtherPlan({ order: { tariffs } }: { order: PlanOrder }) {
  const { locale, words } = useSite()
  const [first, second] = tariffs
  const url = second
    ? href(locale, 'trip')
    : href(locale, 'country', { country: first?.countryCodes[0] ?? '' })
  return (
    <p>
      <a href={url}>{words(second ? 'order.changeTrip' : 'order.change')}</a>
    </p>
  )
}
