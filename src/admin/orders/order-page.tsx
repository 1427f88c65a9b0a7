import { orderForStaff } from '../../orders/order-for-office.ts'
import { orderTimeline } from '../../orders/timeline.ts'
import type { z } from 'zod'
import { openAlertsOf } from '../../office/open-alerts.ts'
import { err } from '../../kit/result.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { actionIn, adminAction } from '../routing/admin-action.ts'
import type { RejectedForm } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import { subjectQuery } from '../routing/query-fields.ts'
import { customerOf } from './customer-of.ts'
import { OrderView } from './order-view.tsx'
import type { OrderSubject } from './actions/order-action.ts'
import { orderActions } from './actions/order-actions.ts'

export const orderPage = adminPage({ query: subjectQuery, get: showOrder })

export const orderAction = adminAction({
  query: subjectQuery,
  form: actionForm.extend({ action: actionIn(orderActions) }),
  async run(c, { query: { id: invoiceID }, form, input, fields }) {
    const { context, person } = c.var
    const subject = await loadOrder(c, invoiceID)
    if (!subject) return err({ code: 'not-found' })
    return form.action.run(context, person, input, fields, subject)
  },
  hrefAfter: ({ query, form }) => officeHref('order', { id: query.id, done: form.action.name }),
  showAgain: showOrder,
})

async function showOrder(
  c: AdminContext,
  { id: invoiceID, done }: z.output<typeof subjectQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words } = c.var
  const [subject, timeline] = await Promise.all([
    loadOrder(c, invoiceID),
    orderTimeline(context, invoiceID),
  ])
  if (!subject) return showRefusal(c, 'notFound', 404)
  const { order, alerts } = subject
  return renderPage(
    c,
    {
      title: words('order.title', { email: customerOf(words, order.email) }),
      section: 'orders',
    },
    <OrderView order={order} alerts={alerts} timeline={timeline} done={done} rejected={rejected} />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

/** Returns null if there is no such order. */
async function loadOrder(
  { var: { context, locale } }: AdminContext,
  invoiceID: string,
): Promise<OrderSubject | null> {
  const [order, alerts] = await Promise.all([
    orderForStaff(context, invoiceID, locale),
    openAlertsOf(context, invoiceID),
  ])
  return order && { order, alerts }
}
