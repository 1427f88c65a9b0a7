import { d1Store } from '../../backend/d1-store.ts'
import { planForStaff } from '../../backend/operations/goods/plan-for-staff.ts'
import { readExchangeRates } from '../../backend/pricing/read-price-book.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { readFields } from '../read-form.ts'
import type { RejectedSubjectForm } from '../subject-forms.tsx'
import { planActionForms } from './actions/plan-actions.ts'
import { planHref } from './hrefs.ts'
import { PlanView } from './plan-view.tsx'

/** One plan: its prices, margin, sources and actions. */
export async function showPlan(
  c: AdminContext,
  rejected: RejectedSubjectForm | null = null,
): Promise<Response> {
  const { context, locale, words, person } = c.var
  const plan = await planForStaff(context, c.req.query('id') ?? '', locale)
  if (!plan) return showRefusal(c, 'notFound', 404)
  return renderPage(
    c,
    { title: plan.title, section: 'plans' },
    <PlanView
      locale={locale}
      words={words}
      person={person}
      now={context.now}
      plan={plan}
      currencies={context.config.CURRENCIES}
      rates={await readExchangeRates(d1Store(context.db))}
      done={c.req.query('done') ?? null}
      rejected={rejected}
    />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

/** The action checks the role, the version and the key. */
export async function actOnPlan(c: AdminContext): Promise<Response> {
  const { context, person, locale } = c.var
  const tariffID = c.req.query('id') ?? ''
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  const action = planActionForms.find(({ name }) => name === fields['action'])
  if (!form.success || !action) return showRefusal(c, 'invalidForm', 422)
  const plan = await planForStaff(context, tariffID, locale)
  if (!plan) return showRefusal(c, 'notFound', 404)
  const { idempotencyKey, version } = form.data
  const result = await action.run(context, person, { idempotencyKey, version }, fields, {
    plan,
    currencies: context.config.CURRENCIES,
  })
  if (result.ok) return c.redirect(planHref(tariffID, action.name), 303)
  return showPlan(c, { action: action.name, fields, failure: result.error })
}
