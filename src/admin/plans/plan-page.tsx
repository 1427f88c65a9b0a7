import type { z } from 'zod'
import { d1Store } from '../../kit/sql-store.ts'
import { planForStaff } from '../../plans/plan-for-office.ts'
import { readExchangeRates } from '../../plans/price-book.ts'
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
import { planActionForms } from './actions/plan-actions.ts'
import { PlanView } from './plan-view.tsx'

export const planPage = adminPage({ query: subjectQuery, get: showPlan })

export const planAction = adminAction({
  query: subjectQuery,
  form: actionForm.extend({ action: actionIn(planActionForms) }),
  async run(c, { query, form, input, fields }) {
    const { context, person, locale } = c.var
    const plan = await planForStaff(context, query.id, locale)
    if (!plan) return err({ code: 'not-found' })
    const { CURRENCIES: currencies } = context.config
    return form.action.run(context, person, input, fields, { plan, currencies })
  },
  hrefAfter: ({ query, form }) => officeHref('plan', { id: query.id, done: form.action.name }),
  showAgain: showPlan,
})

async function showPlan(
  c: AdminContext,
  { id, done }: z.output<typeof subjectQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, locale } = c.var
  const plan = await planForStaff(context, id, locale)
  if (!plan) return showRefusal(c, 'notFound', 404)
  return renderPage(
    c,
    { title: plan.title, section: 'plans' },
    <PlanView
      plan={plan}
      currencies={context.config.CURRENCIES}
      rates={await readExchangeRates(d1Store(context.db))}
      done={done}
      rejected={rejected}
    />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}
