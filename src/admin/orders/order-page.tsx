import { orderForStaff } from '../../backend/operations/order-for-staff.ts'
import { orderTimeline } from '../../backend/operations/order-timeline.ts'
import { openAlertsOf } from '../../backend/reports/open-alerts.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { readFields } from '../read-form.ts'
import { customerOf } from './customer-of.ts'
import { orderHref } from './hrefs.ts'
import { OrderView } from './order-view.tsx'
import { orderActions } from './actions/order-actions.ts'
import type { RejectedForm } from './rejected-form.ts'

/** One order: its details, its history and its actions. */
export async function showOrder(
  c: AdminContext,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, locale, words, person } = c.var
  const invoiceID = c.req.query('id') ?? ''
  const order = await orderForStaff(context, invoiceID, locale)
  if (!order) return showRefusal(c, 'notFound', 404)
  const [timeline, alerts] = await Promise.all([
    orderTimeline(context, invoiceID),
    openAlertsOf(context, invoiceID),
  ])
  return renderPage(
    c,
    {
      title: words('order.title', { email: customerOf(words, order.email) }),
      section: 'orders',
    },
    <OrderView
      locale={locale}
      words={words}
      person={person}
      now={context.now}
      order={order}
      alerts={alerts}
      shopWords={context.words}
      timeline={timeline}
      done={c.req.query('done') ?? null}
      rejected={rejected}
    />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

/** The action checks the role, the version and the key. */
export async function actOnOrder(c: AdminContext): Promise<Response> {
  const { context, person } = c.var
  const invoiceID = c.req.query('id') ?? ''
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  const action = orderActions.find(({ name }) => name === fields['action'])
  if (!form.success || !action) return showRefusal(c, 'invalidForm', 422)
  const { idempotencyKey, version, seenAt } = form.data
  const order = await orderForStaff(context, invoiceID, c.var.locale)
  if (!order) return showRefusal(c, 'notFound', 404)
  const result = await action.run(
    context,
    person,
    { invoiceID, idempotencyKey, version },
    fields,
    order,
  )
  if (result.ok) return c.redirect(orderHref(invoiceID, action.name), 303)
  return showOrder(c, { action: action.name, fields, failure: result.error, seenAt })
}
