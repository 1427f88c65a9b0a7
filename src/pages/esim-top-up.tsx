import type { z } from 'zod'
import { esimHash } from '../contract/common.ts'
import { topUpChoice } from '../contract/top-ups.ts'
import type { EsimTopUps, TopUp } from '../contract/top-ups.ts'
import { err, ok } from '../domain/result.ts'
import type { Result } from '../domain/result.ts'
import { isOutage } from '../api/api-result.ts'
import type { AppContext } from '../http/app-env.ts'
import { notFoundPage } from '../http/page/error-pages.tsx'
import { formAction } from '../http/page/form-input.ts'
import { redirectRefused } from '../http/page/form-answer.ts'
import { page } from '../http/page/page.ts'
import { href } from '../locale/paths.ts'
import { esimErrorPage } from '../http/page/esim-error-page.tsx'
import type { OrderItem } from './esim-order/order-item.ts'
import { orderHandlers, orderQuery, showOrder } from './esim-order/order-handlers.ts'
import { TopUpList, TopUpMasthead } from './esim-top-up/top-up-list.tsx'
import { TopUpOrder } from './esim-top-up/top-up-order.tsx'

const topUpQuery = orderQuery.extend({
  hash: esimHash,
  code: topUpChoice.shape.code.optional().catch(undefined),
})
type TopUpQuery = z.output<typeof topUpQuery>

/** Lists the top-ups for an eSIM. With a code, shows the order form of that top-up. */
export const topUpPage = page('topUp', {
  access: 'private',
  query: topUpQuery,
  async get(c, { query }) {
    if (query.code === undefined) return showList(c, query)
    const item = await loadTopUp(c, query)
    return item.ok ? showOrder(c, item.value, query) : item.error
  },
  post(c, { query }, fields) {
    const { hash, code } = query
    if (code === undefined) return formAction(notFoundPage)
    const load = async () => {
      const item = await loadTopUp(c, query)
      if (item.ok || isOutage(item.error)) return item
      return err(redirectRefused(c, href(c.var.locale, 'topUp', null, { hash, code })))
    }
    return orderHandlers(c, { input: { topUp: { hash, code } }, load }, fields)
  },
})

async function showList(c: AppContext, { hash }: TopUpQuery): Promise<Response> {
  const answer = await c.var.api.esimTopUps({ hash })
  return answer.ok ? renderList(c, answer.value.data, '') : esimErrorPage(c, answer.error)
}

/**
 * Loads a top-up, or returns an error page. If the supplier no longer offers the top-up, the error
 * page is the list of top-ups.
 */
async function loadTopUp(
  c: AppContext,
  { hash, code }: TopUpQuery,
): Promise<Result<OrderItem, Response>> {
  const answer = await c.var.api.esimTopUps({ hash })
  if (!answer.ok) return err(await esimErrorPage(c, answer.error))
  const esim = answer.value.data
  const topUp = esim.topUps.find((each) => each.code === code)
  return topUp ? ok(topUpItem(c, esim, topUp)) : err(await renderList(c, esim, goneNotice(c, esim)))
}

/** With no top-ups left, the list itself says that no data can be added. */
function goneNotice(c: AppContext, { topUps }: EsimTopUps): string {
  return topUps.length > 0 ? c.var.words('api.topUpGone') : ''
}

async function renderList(c: AppContext, esim: EsimTopUps, notice: string): Promise<Response> {
  return c.render(<TopUpList esim={esim} notice={notice} />, {
    opening: <TopUpMasthead esim={esim} />,
    title: c.var.words('topUp.title'),
    styles: esim.topUps.length > 0 ? 'account' : 'result',
  })
}

function topUpItem(c: AppContext, esim: EsimTopUps, topUp: TopUp): OrderItem {
  const { locale, words } = c.var
  const choice = { hash: esim.hash, code: topUp.code }
  return {
    input: { topUp: choice },
    prices: topUp.prices,
    giftDates: null,
    peopleActions: [],
    action: href(locale, 'topUp', null, choice),
    texts: {
      'order.email': words('topUp.email'),
      'order.emailHint': words('topUp.emailHint'),
      'order.next': words('topUp.next'),
    },
    title: words('topUp.title'),
    render: (form) => <TopUpOrder esim={esim} topUp={topUp} form={form} />,
  }
}
