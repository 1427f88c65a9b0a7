import { sumOfPrices } from '../domain/money.ts'
import type { AppContext } from '../http/app-env.ts'
import { page } from '../http/page/page.ts'
import { orderParams } from '../locale/order-params.ts'
import { href } from '../locale/paths.ts'
import type { OrderItem } from './esim-order/order-item.ts'
import { eachEsim, orderPlansOf, planList, plansQuery } from './esim-order/order-plans.ts'
import { orderQuery, receiveOrder, showOrder } from './esim-order/order-steps.ts'
import { OrderView } from './esim-order/order-view.tsx'
import { withPlanOrder } from './esim-order/plan-order.ts'
import type { PlanOrder } from './esim-order/plan-order.ts'

export const orderPage = page('order', {
  access: 'private',
  query: orderQuery.extend({ tariffID: planList, ...plansQuery }),
  get(c, { query }) {
    const { tariffID: _, people: __, phone: ___, ...visit } = query
    return withPlanOrder(c, orderPlansOf(query), visit, async (order) =>
      order.tariffs.every(({ inStock }) => inStock)
        ? showOrder(c, planItem(c, order), query)
        : showSoldOut(c, order),
    )
  },
  post(c, form, { query }) {
    const plans = orderPlansOf(query)
    return receiveOrder(c, form, { tariffIDs: eachEsim(plans, plans.tariffIDs) }, async (show) =>
      withPlanOrder(c, plans, {}, async (order) => show(planItem(c, order))),
    )
  },
})

function planItem(c: AppContext, order: PlanOrder): OrderItem {
  const { locale, words } = c.var
  const { plans, tariffs } = order
  return {
    input: { tariffIDs: eachEsim(plans, plans.tariffIDs) },
    prices: sumOfPrices(eachEsim(plans, tariffs).map(({ prices }) => prices)),
    action: href(locale, 'order', null, orderParams(plans)),
    texts: {},
    title: words('order.title'),
    render: (form) => <OrderView order={order} form={form} />,
  }
}

async function showSoldOut(c: AppContext, order: PlanOrder) {
  return c.render(<OrderView order={order} form={null} />, { title: c.var.words('order.title') })
}
