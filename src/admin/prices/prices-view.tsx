import { rateText } from '../../plans/change-price-book.ts'
import { formatNumbersIn } from '../../words/formats.shared.ts'
import { ActionNotice } from '../action-notice.tsx'
import { History } from '../history.tsx'
import { useOffice } from '../office.tsx'
import { PlanTabs } from '../plans/plan-tabs.tsx'
import { PriceForms } from './price-forms.tsx'
import { PricePreviewPanel } from './price-preview.tsx'
import { RuleTable } from './rule-table.tsx'
import type { PricesViewProps } from './prices-view-props.ts'

export function PricesView(props: PricesViewProps) {
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
