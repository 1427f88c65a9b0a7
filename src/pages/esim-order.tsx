import { orderPlansOf, planList, plansQuery } from '../contract/order-plans.ts'
import { giftDates } from '../domain/gift-dates.ts'
import type { GiftDates } from '../domain/gift-dates.ts'
import { sumOfPrices } from '../domain/money.ts'
import { HydratedForm } from '../forms/controls/hydrated-form.tsx'
import { orderForm } from '../forms/order/form.tsx'
import type { OrderFormProps } from '../forms/order/form.tsx'
import type { AppContext } from '../http/app-env.ts'
import { page } from '../http/page/page.ts'
import { rememberedPhone } from '../http/remembered-phone.ts'
import { formatDate } from '../locale/formats.ts'
import { eachEsim, orderParams } from '../locale/order-params.ts'
import { href } from '../locale/paths.ts'
import { priceText } from '../locale/tariff-words.ts'
import type { Words } from '../locale/words.ts'
import { useSite } from '../ui/site.tsx'
import { TariffChecks } from '../ui/tariffs/tariff-checks.tsx'
import { BeforePay } from './esim-order/before-pay.tsx'
import { orderQuery, receiveOrder, showOrder } from './esim-order/order-handlers.ts'
import type { OrderItem } from './esim-order/order-item.ts'
import { OrderPass } from './esim-order/order-pass.tsx'
import { PeopleForm } from './esim-order/people-form.tsx'
import { withPlanOrder } from './esim-order/plan-order.ts'
import type { PlanOrder } from './esim-order/plan-order.ts'
import { checkedPhone } from './esim/check/checked-phone.ts'

export const orderPage = page('order', {
  access: 'private',
  query: orderQuery.extend({ tariffID: planList, ...plansQuery }),
  needs: { oneOf: ['tariffID'], orGoTo: 'tariffs' },
  get(c, { query }) {
    const { tariffID: _, people: __, phone: ___, ...visit } = query
    const phone = query.phone ?? rememberedPhone(c)
    return withPlanOrder(c, orderPlansOf({ ...query, phone }), visit, async (order) =>
      order.tariffs.every(({ inStock }) => inStock)
        ? showOrder(c, planItem(c, order), query)
        : showSoldOut(c, order),
    )
  },
  async post(c, form, { query }) {
    const asked = orderPlansOf(query)
    const phone = await checkedPhone(asked.phone, c.var.words)
    const plans = { ...asked, phone: phone === null ? undefined : asked.phone }
    return receiveOrder(c, form, { plans }, async (show) =>
      withPlanOrder(c, plans, {}, async (order) => show(planItem(c, order))),
    )
  },
})

function planItem(c: AppContext, order: PlanOrder): OrderItem {
  const { locale, words } = c.var
  const { plans, tariffs } = order
  const markets = tariffs.map(({ market }) => market)
  const dates = giftDates(new Date(), markets)
  return {
    input: { plans },
    prices: sumOfPrices(eachEsim(plans, tariffs).map(({ prices }) => prices)),
    action: href(locale, 'order', null, orderParams(plans)),
    texts: giftDateText(words, dates),
    giftDates: dates,
    title: words('order.title'),
    render: (form) => <OrderView order={order} form={form} />,
  }
}

function giftDateText(words: Words, { from, to }: GiftDates) {
  const bounds = { from: formatDate(from), to: formatDate(to) }
  return { 'order.giftDateInvalid': words('order.giftDateInvalid', bounds) }
}

async function showSoldOut(c: AppContext, order: PlanOrder) {
  return c.render(<OrderView order={order} form={null} />, { title: c.var.words('order.title') })
}

type Props = {
  readonly order: PlanOrder
  /** null: a plan is sold out. */
  readonly form: OrderFormProps | null
}

/** The plans of the order, the number of people, and the form. */
function OrderView({ order, form }: Props) {
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
            <BeforePay order={order} />
            <HydratedForm form={orderForm} props={form} />
          </>
        ) : (
          <SoldOut order={order} />
        )}
      </div>
      <aside className="stack">
        <TariffChecks tariffs={tariffs} plans={plans} phone={phone} />
        {form && <OtherPlan order={order} />}
      </aside>
    </section>
  )
}

/** Another plan is the next step, so its link is a button. */
function SoldOut({ order }: { order: PlanOrder }) {
  const { words } = useSite()
  return (
    <section className="notice" role="status">
      <p>{words(order.tariffs.length > 1 ? 'order.soldOutOne' : 'errors.outOfStock')}</p>
      <OtherPlan order={order} className="button" />
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

function OtherPlan({
  order: { tariffs },
  className,
}: {
  readonly order: PlanOrder
  readonly className?: string
}) {
  const { locale, words } = useSite()
  const [first, second] = tariffs
  const url = second
    ? href(locale, 'trip')
    : href(locale, 'country', { country: first?.countryCodes[0] ?? '' })
  return (
    <p>
      <a href={url} className={className}>
        {words(second ? 'order.changeTrip' : 'order.change')}
      </a>
    </p>
  )
}
