import { z } from 'zod'
import { d1Store } from '../kit/sql-store.ts'
import { auditOf } from '../api/audit.ts'
import { previewPrices } from './set-prices.ts'
import { changePriceBook, priceBookSubject, ruleRefusal, rateText } from './change-price-book.ts'
import type { Action } from '../api/staff.ts'
import { versionOf } from '../api/perform-action.ts'
import { readExchangeRates, readPriceRules } from './price-book.ts'
import { officeHref } from '../words/office-paths.ts'
import { actionForm, failureStatus, ActionNotice } from '../office/action-form.tsx'
import type { ActionFailure } from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { renderPage } from '../office/document.tsx'
import { actionPost, screen, doneQuery } from '../office/routing.ts'
import { formFields } from '../office/form-body.ts'
import type { FormFields } from '../office/form-body.ts'
import { actionOf, changeFields, typedChange, RuleTable } from './office-price-rules.tsx'
import type { PricesViewProps } from './office-price-rules.tsx'
import { formatNumbersIn } from '../words/formats.shared.ts'
import { History } from '../office/history.tsx'
import { PlanTabs } from './office-plans.tsx'
import { PriceForms, PricePreviewPanel } from './office-price-forms.tsx'

/** The fields of a change, and the action that was just done. */
const pricesQuery = formFields.transform((fields) => ({
  fields,
  done: doneQuery.parse(fields).done,
}))

/**
 * Shows price rules and exchange rates. With the fields of a change in the query, the page also
 * shows its effect on prices, and changes nothing.
 */
export const pricesPage = screen({
  query: pricesQuery,
  get: async (c, { fields, done }) => render(c, fields, { done, failure: null }),
})

/** Changes the price book. The action also checks that the difference is still the same. */
export const pricesAction = actionPost({
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
  c: OfficeContext,
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

function PricesView(props: PricesViewProps) {
  const { locale, words, may } = useOffice()
  const { currencies, rules, rates, change, preview, history } = props
  const unruled = currencies.filter((each) => !rules.some(({ currency }) => currency === each))
  return (
    <>
      <PlanTabs current="prices" />
      <h1>{words('prices.title')}</h1>
      <p className="soft">{words('prices.text')}</p>
      <ActionNotice done={props.done} failure={props.failure} />
      {change && preview && <PricePreviewPanel {...props} change={change} preview={preview} />}
      <section className="panel" aria-labelledby="rules">
        <h2 id="rules">{words('prices.rules')}</h2>
        <RuleTable rules={rules} />
        {rules.length > 0 && unruled.length > 0 && (
          <p className="notice warn">
            {words('prices.unruled', { count: unruled.length, currencies: unruled.join(', ') })}
          </p>
        )}
      </section>
      <section className="panel" aria-labelledby="rates">
        <h2 id="rates">{words('prices.rates')}</h2>
        {rates.length === 0 && <p className="soft">{words('prices.noRates')}</p>}
        <ul className="list">
          {rates.map((rate) => (
            <li key={rateText(rate)}>{formatNumbersIn(locale, rateText(rate))}</li>
          ))}
        </ul>
      </section>
      {may('set-rule') && <PriceForms {...props} />}
      <section className="panel" aria-labelledby="history">
        <h2 id="history">{words('plans.history')}</h2>
        {history.length === 0 && <p className="soft">{words('plans.noHistory')}</p>}
        <History entries={history.slice(-20)} />
      </section>
    </>
  )
}
