import { officeHref } from '../../locale/office-paths.ts'
import { FieldProblems } from '../field-problem.tsx'
import { LabelledField } from '../labelled-field.tsx'
import type { PricesViewProps } from './prices-view-props.ts'

const maxText = 80

/** Forms for a rule and a rate. They lead to the preview, so they change nothing. */
export function PriceForms(props: PricesViewProps) {
  const { words, currencies, suppliers, fields, failure } = props
  const change = fields['change']
  const rule = change === 'rule' ? fields : {}
  const rate = change === 'rate' ? fields : {}
  const currencyOptions = currencies.map((each) => <option key={each}>{each}</option>)
  const amount = (name: string, placeholder: string) => (
    <input
      name={name}
      inputMode="decimal"
      maxLength={maxText}
      placeholder={placeholder}
      defaultValue={rule[name]}
    />
  )
  return (
    <section className="panel" aria-labelledby="change">
      <h2 id="change">{words('prices.change')}</h2>
      <details open={change === 'rule'}>
        <summary>{words('prices.addRule')}</summary>
        <form action={officeHref('prices')} className="fields">
          <input type="hidden" name="change" value="rule" />
          <p className="soft">{words('prices.ruleText')}</p>
          <FieldProblems words={words} failure={change === 'rule' ? failure : null}>
            <div className="columns">
              <LabelledField label={words('fields.currency')}>
                <select name="currency" defaultValue={rule['currency']}>
                  {currencyOptions}
                </select>
              </LabelledField>
              <LabelledField label={words('fields.markup')}>
                <input
                  name="markup"
                  inputMode="decimal"
                  placeholder="40"
                  defaultValue={rule['markup']}
                  required
                />
              </LabelledField>
              <LabelledField label={words('fields.minimumProfit')}>
                {amount('minimumProfit', '1.00')}
              </LabelledField>
              <LabelledField label={words('fields.step')}>{amount('step', '1.00')}</LabelledField>
              <LabelledField label={words('fields.ending')}>
                {amount('ending', '0.90')}
              </LabelledField>
              <LabelledField label={words('fields.onlySupplier')}>
                <select name="onlySupplier" defaultValue={rule['onlySupplier']}>
                  <option value="">{words('prices.any')}</option>
                  {suppliers.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </select>
              </LabelledField>
              <LabelledField label={words('fields.onlyCountry')}>
                {amount('onlyCountry', 'tr')}
              </LabelledField>
              <LabelledField label={words('fields.onlyPlan')}>
                {amount('onlyPlan', '')}
              </LabelledField>
            </div>
          </FieldProblems>
          <button className="button">{words('prices.show')}</button>
        </form>
      </details>
      <details open={change === 'rate'}>
        <summary>{words('prices.addRate')}</summary>
        <form action={officeHref('prices')} className="fields">
          <input type="hidden" name="change" value="rate" />
          <FieldProblems words={words} failure={change === 'rate' ? failure : null}>
            <div className="columns">
              <LabelledField label={words('fields.rateFrom')}>
                <input name="from" defaultValue={rate['from'] ?? currencies[0]} required />
              </LabelledField>
              <LabelledField label={words('fields.rateAmount')}>
                <input name="amount" inputMode="decimal" defaultValue={rate['amount']} required />
              </LabelledField>
              <LabelledField label={words('fields.rateTo')}>
                <select name="to" defaultValue={rate['to'] ?? currencies[1]}>
                  {currencyOptions}
                </select>
              </LabelledField>
            </div>
          </FieldProblems>
          <button className="button">{words('prices.show')}</button>
        </form>
      </details>
    </section>
  )
}
