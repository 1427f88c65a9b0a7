import { z } from 'zod'
import { auditOf } from '../api/audit.ts'
import { versionOf } from '../api/perform-action.ts'
import { ActionNotice, actionForm, type PageState } from '../office/action-form.tsx'
import { renderPage } from '../office/document.tsx'
import { isTicked } from '../office/fields.tsx'
import { formFields, type FormFields } from '../office/form-body.ts'
import { HistoryPanel } from '../office/history.tsx'
import { Panel } from '../office/lists.tsx'
import { useOffice, type OfficeContext } from '../office/office-context.tsx'
import { actionPost, type OfficeScreen } from '../office/resource.tsx'
import { doneQuery, screen } from '../office/routing.ts'
import { formatNumbersIn } from '../words/formats.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import {
  actionOf,
  changePriceBook,
  priceBookSubject,
  rateText,
  ruleRefusal,
  previewPrices,
} from './set-prices.ts'
import { PlanTabs } from './office-plans.tsx'
import { PriceForms, PricePreviewPanel } from './office-price-forms.tsx'
import { RuleTable, changeFields, typedChange } from './office-price-rules.tsx'
import type { PricesViewProps } from './office-price-rules.tsx'
import { readExchangeRates, readPriceRules } from './price-book.ts'

/**
 * Shows price rules and exchange rates. With the fields of a change in the query, the page also
 * shows its effect on prices, and changes nothing.
 */
export const pricesScreen: OfficeScreen = (app) => {
  const { path } = officePages.prices
  const get = async (c: OfficeContext, fields: FormFields) =>
    render(c, fields, { done: doneQuery.parse(fields).done })
  app.get(path, ...screen({ query: formFields, get }))
  app.post(path, ...changePost)
}

/** Changes the price book. The action also checks that the difference is still the same. */
const changePost = actionPost({
  query: z.object({}),
  form: actionForm
    .extend({ digest: z.string().default(''), isConfirmed: isTicked })
    .and(changeFields),
  run: async ({ var: { context, person } }, { form: { change, digest, isConfirmed }, input }) =>
    changePriceBook(context, person, { ...input, change, digest, isConfirmed }),
  hrefAfter: ({ form }) => officeHref('prices', { done: actionOf(form.change) }),
  showAgain: async (c, _, { fields, failure }) => render(c, fields, { failure }),
})

async function render(c: OfficeContext, fields: FormFields, outcome: Partial<PageState>) {
  const { context, words } = c.var
  const { CURRENCIES: currencies, SUPPLIERS: suppliers } = context.config
  const typed = typedChange(fields)
  const change = typed?.ok ? typed.value : null
  const reason = change && (await ruleRefusal(context, change))
  const refusal = reason && ({ code: 'refused', reason } as const)
  const failure = outcome.failure ?? (typed && !typed.ok ? typed.error : refusal)
  return renderPage(
    c,
    { title: words('prices.title'), section: 'plans' },
    <PricesView
      {...{ currencies, suppliers, fields, change, failure }}
      rules={await readPriceRules(context.db)}
      rates={await readExchangeRates(context.db)}
      version={(await versionOf(context.db, priceBookSubject)) ?? 0}
      history={await auditOf(context, priceBookSubject)}
      preview={
        change && refusal === null ? await previewPrices(context.db, context.config, change) : null
      }
    />,
    { ...outcome, failure },
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
      <ActionNotice />
      {change && preview && <PricePreviewPanel {...props} change={change} preview={preview} />}
      <Panel id="rules" heading={words('prices.rules')}>
        <RuleTable rules={rules} />
        {rules.length > 0 && unruled.length > 0 && (
          <p className="notice warn">
            {words('prices.unruled', { count: unruled.length, currencies: unruled.join(', ') })}
          </p>
        )}
      </Panel>
      <Panel id="rates" heading={words('prices.rates')}>
        {rates.length === 0 && <p className="soft">{words('prices.noRates')}</p>}
        <ul className="list">
          {rates.map((rate) => (
            <li key={rateText(rate)}>{formatNumbersIn(locale, rateText(rate))}</li>
          ))}
        </ul>
      </Panel>
      {may('set-rule') && <PriceForms {...props} />}
      <HistoryPanel entries={history.slice(-20)} />
    </>
  )
}
