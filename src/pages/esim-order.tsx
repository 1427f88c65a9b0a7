import { z } from 'zod'
import { tariffID } from '../contract/common.ts'
import type { TariffDetails } from '../contract/tariffs.ts'
import type { AppContext } from '../http/app-env.ts'
import { apiErrorPage } from '../http/page/error-pages.tsx'
import { page } from '../http/page/page.ts'
import { href } from '../locale/paths.ts'
import type { OrderItem } from './esim-order/order-item.ts'
import { orderQuery, receiveOrder, showOrder } from './esim-order/order-steps.ts'
import { checkedPhone } from './esim/check/checked-phone.ts'
import { OrderView, SoldOutOrder } from './esim-order/order-view.tsx'

const planQuery = orderQuery.extend({
  tariffID,
  phone: z.string().max(60).optional().catch(undefined),
})
type PlanQuery = z.output<typeof planQuery>

export const orderPage = page('order', {
  access: 'private',
  query: planQuery,
  get: (c, { query }) =>
    withTariff(c, query, async (tariff) =>
      tariff.inStock
        ? showOrder(c, await planItem(c, tariff, query), query)
        : showSoldOut(c, tariff),
    ),
  post: (c, form, { query }) =>
    receiveOrder(c, form, { tariffID: query.tariffID }, async (show) =>
      withTariff(c, query, async (tariff) => show(await planItem(c, tariff, query))),
    ),
})

async function planItem(
  c: AppContext,
  tariff: TariffDetails,
  query: PlanQuery,
): Promise<OrderItem> {
  const { locale, words } = c.var
  const { tariffID: id, prices } = tariff
  const phone = await checkedPhone(query.phone, words)
  const action = { tariffID: id, phone: phone === null ? undefined : query.phone }
  return {
    input: { tariffID: id },
    prices,
    action: href(locale, 'order', null, action),
    texts: {},
    title: words('order.title'),
    render: (form) => <OrderView tariff={tariff} phone={phone} form={form} />,
  }
}

async function showSoldOut(c: AppContext, tariff: TariffDetails) {
  return c.render(<SoldOutOrder tariff={tariff} />, { title: c.var.words('order.title') })
}

async function withTariff(
  c: AppContext,
  { tariffID: id }: PlanQuery,
  then: (tariff: TariffDetails) => Promise<Response>,
): Promise<Response> {
  const answer = await c.var.api.tariff({ id })
  return answer.ok ? then(answer.value.data) : apiErrorPage(c, answer.error)
}
