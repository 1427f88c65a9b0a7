import { giftDates } from '../domain/gift-dates.ts'
import type { GiftDates } from '../domain/gift-dates.ts'
import { sumOfPrices } from '../domain/money.ts'
import type { AppContext } from '../http/app-env.ts'
import { page } from '../http/page/page.ts'
import { rememberedPhone } from '../http/remembered-phone.ts'
import { eachEsim, orderParams } from '../locale/order-params.ts'
import { formatDate } from '../locale/formats.ts'
import { href } from '../locale/paths.ts'
import type { Words } from '../locale/words.ts'
import { checkedPhone } from './esim/check/checked-phone.ts'
import type { OrderItem } from './esim-order/order-item.ts'
import { orderPlansOf, planList, plansQuery } from '../contract/order-plans.ts'
import { orderQuery, receiveOrder, showOrder } from './esim-order/order-handlers.ts'
import { OrderView } from './esim-order/order-view.tsx'
import { withPlanOrder } from './esim-order/plan-order.ts'
import type { PlanOrder } from './esim-order/plan-order.ts'

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
