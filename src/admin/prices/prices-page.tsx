import { z } from 'zod'
import { d1Store } from '../../kit/sql-store.ts'
import { auditOf } from '../../api/audit.ts'
import { previewPrices } from '../../plans/set-prices.ts'
import { changePriceBook, priceBookSubject, ruleRefusal } from '../../plans/change-price-book.ts'
import type { Action } from '../../api/staff.ts'
import { versionOf } from '../../api/perform-action.ts'
import { readExchangeRates, readPriceRules } from '../../plans/price-book.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { renderPage } from '../layout/render-page.tsx'
import { adminAction } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import { formFields } from '../routing/form-fields.ts'
import type { FormFields } from '../routing/form-fields.ts'
import { doneQuery } from '../routing/query-fields.ts'
import { PricesView } from './prices-view.tsx'
import { actionOf, changeFields, typedChange } from './typed-change.ts'

/** The fields of a change, and the action that was just done. */
const pricesQuery = formFields.transform((fields) => ({
  fields,
  done: doneQuery.parse(fields).done,
}))

/**
 * Shows price rules and exchange rates. With the fields of a change in the query, the page also
 * shows its effect on prices, and changes nothing.
 */
export const pricesPage = adminPage({
  query: pricesQuery,
  get: async (c, { fields, done }) => render(c, fields, { done, failure: null }),
})

/** Changes the price book. The action also checks that the difference is still the same. */
export const pricesAction = adminAction({
  query: z.object({}),
  form: actionForm
    .extend({ digest: z.string().default(''), isConfirmed: z.string().optional() })
    .and(changeFields),
  run: async ({ var: { context, person } }, { form, input }) =>
    changePriceBook(context, person, {
      change: form.change,
      digest: form.digest,
      isConfirmed: form.isConfirmed === 'yes',
      ...input,
    }),
  hrefAfter: ({ form }) => officeHref('prices', { done: actionOf(form.change) }),
  showAgain: async (c, _, { fields, failure }) => render(c, fields, { done: null, failure }),
})

async function render(
  c: AdminContext,
  fields: FormFields,
  { done, failure }: { readonly done: Action | null; readonly failure: ActionFailure | null },
): Promise<Response> {
  const { context, words } = c.var
  const store = d1Store(context.db)
  const { CURRENCIES: currencies } = context.config
  const typed = typedChange(fields)
  const change = typed?.ok ? typed.value : null
  const reason = change && (await ruleRefusal(context, change))
  const refusal = reason && ({ code: 'refused', reason } as const)
  const problem = failure ?? (typed && !typed.ok ? typed.error : refusal)
  return renderPage(
    c,
    { title: words('prices.title'), section: 'plans' },
    <PricesView
      currencies={currencies}
      suppliers={context.config.SUPPLIERS}
      rules={await readPriceRules(store)}
      rates={await readExchangeRates(store)}
      version={(await versionOf(context.db, priceBookSubject)) ?? 0}
      history={await auditOf(context, priceBookSubject)}
      fields={fields}
      change={change}
      preview={change && refusal === null ? await previewPrices(store, currencies, change) : null}
      failure={problem}
      done={done}
    />,
    problem ? failureStatus[problem.code] : 200,
  )
}
