import type { TariffDetails } from '../contract/tariffs.ts'
import { orderPlansOf, planList, plansQuery } from '../contract/order-plans.ts'
import { giftDates } from '../domain/gift-dates.ts'
import type { GiftDates } from '../domain/gift-dates.ts'
import { sumOfPrices } from '../domain/money.ts'
import { mostPeople } from '../domain/order-size.ts'
import { err, ok } from '../domain/result.ts'
import { HydratedForm } from '../forms/controls/hydrated-form.tsx'
import { orderForm } from '../forms/order/form.tsx'
import type { OrderFormProps } from '../forms/order/form.tsx'
import type { AppContext } from '../http/app-env.ts'
import { redirectRefused } from '../http/page/form-answer.ts'
import { ContentStyles } from '../http/page/content-styles.tsx'
import { page } from '../http/page/page.ts'
import { joinedFields } from '../http/query-values.ts'
import { rememberedPhone } from '../http/cookies/remembered-phone.ts'
import { formatDate } from '../locale/formats.ts'
import type { Locale } from '../locale/locales.ts'
import { repeatPerPerson, orderParams } from '../locale/order-params.ts'
import type { OrderPlans } from '../locale/order-params.ts'
import { href } from '../locale/paths.ts'
import { priceText } from '../locale/tariff-words.ts'
import type { Words } from '../locale/words.ts'
import { useSite } from '../ui/site.tsx'
import { TariffChecks } from '../ui/tariffs/tariff-checks.tsx'
import { BeforePay } from './esim-order/before-pay.tsx'
import { orderHandlers, orderQuery, showOrder } from './esim-order/order-handlers.ts'
import type { OrderItem } from './esim-order/order-item.ts'
import { OrderedPlans } from './esim-order/ordered-plans.tsx'
import { OtherPlan } from './esim-order/other-plan.tsx'
import { checkPhone, loadPlanOrder } from './esim-order/plan-order.ts'
import type { PlanOrder } from './esim-order/plan-order.ts'
import { SoldOutView } from './esim-order/sold-out-view.tsx'

export const orderPage = page('order', {
  access: 'private',
  query: orderQuery.extend({
    tariffID: planList.register(joinedFields, { joinedBy: ',' }),
    ...plansQuery,
  }),
  needs: { oneOf: ['tariffID'], orGoTo: 'tariffs' },
  async get(c, { query }) {
    const { tariffID: _, people: __, phone: ___, ...visit } = query
    const phone = query.phone ?? rememberedPhone(c)
    const order = await loadPlanOrder(c, orderPlansOf({ ...query, phone }), visit)
    if (!order.ok) return order.error
    return isSoldOut(order.value)
      ? showSoldOut(c, order.value)
      : showOrder(c, planItem(c, order.value), query)
  },
  async post(c, { query }, fields) {
    const { plans } = await checkPhone(c, orderPlansOf(query))
    const load = async () => {
      const order = await loadPlanOrder(c, plans)
      if (!order.ok) return order
      const item = planItem(c, order.value)
      return isSoldOut(order.value) ? err(redirectRefused(c, item.action)) : ok(item)
    }
    return orderHandlers(c, { input: { plans }, load }, fields)
  },
})

/** The form of a sold-out order cannot be completed. Its page offers other plans. */
function isSoldOut({ tariffs }: PlanOrder): boolean {
  return tariffs.some(({ inStock }) => !inStock)
}

function planItem(c: AppContext, order: PlanOrder): OrderItem {
  const { locale, words, now } = c.var
  const { plans, tariffs } = order
  const markets = tariffs.map(({ market }) => market)
  const dates = giftDates(new Date(now()), markets)
  return {
    input: { plans },
    prices: sumOfPrices(repeatPerPerson(plans, tariffs).map(({ prices }) => prices)),
    action: href(locale, 'order', null, orderParams(plans)),
    texts: { ...giftDateText(words, dates), ...hotspotText(words, tariffs) },
    giftDates: dates,
    peopleActions: peopleActions(locale, plans),
    title: words('order.title'),
    render: (form) => <OrderView order={order} form={form} />,
  }
}

function peopleActions(locale: Locale, plans: OrderPlans): string[] {
  const most = mostPeople(plans.tariffIDs.length)
  if (most === 1) return []
  return Array.from({ length: most }, (_, index) =>
    href(locale, 'order', null, orderParams({ ...plans, people: index + 1 })),
  )
}

function giftDateText(words: Words, { from, to }: GiftDates) {
  const bounds = { from: formatDate(from), to: formatDate(to) }
  return { 'order.giftDateInvalid': words('order.giftDateInvalid', bounds) }
}

/** Says that one plan can serve several phones, if the operators of all plans allow it. */
function hotspotText(words: Words, tariffs: readonly TariffDetails[]) {
  const isAllowed = tariffs.every(({ hotspot }) => hotspot === 'yes')
  return isAllowed ? { 'order.peopleHint': words('order.peopleHotspot') } : {}
}

/** Offers other plans for the same place. */
async function showSoldOut(c: AppContext, order: PlanOrder) {
  const [first, second] = order.tariffs
  const answer = first && !second ? await c.var.api.tariffFares(placeOf(first)) : null
  const others = answer?.ok ? answer.value.data : []
  return c.render(<SoldOutView order={order} others={others} />, {
    title: c.var.words('order.title'),
    styles: 'soldOutOrder',
  })
}

function placeOf({ kind, worldRegion, regionIdent, countryCodes: [country] }: TariffDetails) {
  if (kind === 'multi' && worldRegion !== null) return { worldRegion }
  return { country, region: regionIdent ?? undefined }
}

type Props = { readonly order: PlanOrder; readonly form: OrderFormProps }

function OrderView({ order, form }: Props) {
  const { tariffs, plans, phone } = order
  return (
    <section className="two-columns">
      {/* The dialog shows this part. */}
      <div id="activation">
        <OrderedPlans order={order} />
        <ContentStyles styles="order" />
        <OrderTotal order={order} />
        <BeforePay order={order} />
        <HydratedForm form={orderForm} props={form} />
      </div>
      <aside className="stack">
        <TariffChecks tariffs={tariffs} plans={plans} phone={phone} />
        <OtherPlan order={order} />
      </aside>
    </section>
  )
}

function OrderTotal({ order: { plans, tariffs } }: { order: PlanOrder }) {
  const site = useSite()
  const all = repeatPerPerson(plans, tariffs)
  if (all.length === 1) return null
  const price = priceText(site, sumOfPrices(all.map(({ prices }) => prices)))
  return <p className="order-total">{site.words('order.total', { count: all.length, price })}</p>
}
