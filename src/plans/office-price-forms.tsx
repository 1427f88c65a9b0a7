import {
  formatTyped,
  formatMoney,
  formatNumbersIn,
  formatPercent,
} from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { FieldProblems } from '../office/action-form.tsx'
import { LabelledField } from '../office/fields.tsx'
import { useOffice } from '../office/office.tsx'
import type { Office } from '../office/office.tsx'
import type { FormFields } from '../office/form-body.ts'
import { roundingText, scopeText, actionOf, fieldsOf } from './office-price-rules.tsx'
import type { PricesViewProps } from './office-price-rules.tsx'
import { rateText } from './set-prices.ts'
import type { PricePreview } from './set-prices.ts'
import type { PriceBookChange } from './price-book.ts'
import type { PriceRule } from './price-rules.ts'
import { ConfirmForm, PlanDifference, SyncProblems } from './office-catalogue-change.tsx'

const maxText = 80

/** Shows the forms for a rule and a rate. They open the preview, so they change nothing. */
export function PriceForms(props: PricesViewProps) {
  const { words } = useOffice()
  return (
    <section className="panel" aria-labelledby="change">
      <h2 id="change">{words('prices.change')}</h2>
      <RuleForm {...props} />
      <RateForm {...props} />
    </section>
  )
}

function RuleForm(props: PricesViewProps) {
  const { words } = useOffice()
  const { fields, failure } = props
  const isTyped = fields['change'] === 'rule'
  const rule = isTyped ? fields : {}
  return (
    <details open={isTyped}>
      <summary>{words('prices.addRule')}</summary>
      <form action={officeHref('prices')} className="fields">
        <input type="hidden" name="change" value="rule" />
        <p className="soft">{words('prices.ruleText')}</p>
        <FieldProblems failure={isTyped ? failure : null}>
          <div className="columns">
            <RuleFields {...props} rule={rule} />
            <RuleScope {...props} rule={rule} />
          </div>
        </FieldProblems>
        <button className="button">{words('prices.show')}</button>
      </form>
    </details>
  )
}

type RuleFieldProps = PricesViewProps & { readonly rule: FormFields }

/** Fields that describe how the price is computed from the cost. */
function RuleFields({ currencies, rule }: RuleFieldProps) {
  const { locale, words } = useOffice()
  const typed = (minor: number) => formatTyped(locale, { minor, currency: 'USD' })
  return (
    <>
      <LabelledField label={words('fields.currency')}>
        <select name="currency" defaultValue={rule['currency']}>
          <Options values={currencies} />
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
        {amountInput(rule, 'minimumProfit', typed(100))}
      </LabelledField>
      <LabelledField label={words('fields.step')}>
        {amountInput(rule, 'step', typed(100))}
      </LabelledField>
      <LabelledField label={words('fields.ending')}>
        {amountInput(rule, 'ending', typed(90))}
      </LabelledField>
    </>
  )
}

/** Fields that select the plans to which the rule applies. */
function RuleScope({ suppliers, rule }: RuleFieldProps) {
  const { words } = useOffice()
  return (
    <>
      <LabelledField label={words('fields.onlySupplier')}>
        <select name="onlySupplier" defaultValue={rule['onlySupplier']}>
          <option value="">{words('prices.any')}</option>
          <Options values={suppliers} />
        </select>
      </LabelledField>
      <LabelledField label={words('fields.onlyCountry')}>
        <input
          name="onlyCountry"
          maxLength={maxText}
          placeholder="tr"
          defaultValue={rule['onlyCountry']}
        />
      </LabelledField>
      <LabelledField label={words('fields.onlyPlan')}>
        <input name="onlyPlan" maxLength={maxText} defaultValue={rule['onlyPlan']} />
      </LabelledField>
    </>
  )
}

/** A function instead of a component, because `LabelledField` finds an input by its name. */
function amountInput(rule: FormFields, name: string, placeholder: string) {
  return (
    <input
      name={name}
      inputMode="decimal"
      maxLength={maxText}
      placeholder={placeholder}
      defaultValue={rule[name]}
    />
  )
}

function RateForm({ currencies, fields, failure }: PricesViewProps) {
  const { words } = useOffice()
  const isTyped = fields['change'] === 'rate'
  const rate = isTyped ? fields : {}
  return (
    <details open={isTyped}>
      <summary>{words('prices.addRate')}</summary>
      <form action={officeHref('prices')} className="fields">
        <input type="hidden" name="change" value="rate" />
        <FieldProblems failure={isTyped ? failure : null}>
          <div className="columns">
            <LabelledField label={words('fields.rateFrom')}>
              <input name="from" defaultValue={rate['from'] ?? currencies[0]} required />
            </LabelledField>
            <LabelledField label={words('fields.rateAmount')}>
              <input name="amount" inputMode="decimal" defaultValue={rate['amount']} required />
            </LabelledField>
            <LabelledField label={words('fields.rateTo')}>
              <select name="to" defaultValue={rate['to'] ?? currencies[1]}>
                <Options values={currencies} />
              </select>
            </LabelledField>
          </div>
        </FieldProblems>
        <button className="button">{words('prices.show')}</button>
      </form>
    </details>
  )
}

function Options({ values }: { readonly values: readonly string[] }) {
  return values.map((value) => <option key={value}>{value}</option>)
}

type Props = PricesViewProps & {
  readonly change: PriceBookChange
  readonly preview: PricePreview
}

/** Shows the effect of a change on prices, with the form that confirms it. */
export function PricePreviewPanel(props: Props) {
  const office = useOffice()
  const { words, may } = office
  const { version, fields, change, preview } = props
  const { sync, digest } = preview
  const action = actionOf(change)
  const form = may(action) && (
    <ConfirmForm
      href={officeHref('prices')}
      action={action}
      version={version}
      digest={digest}
      fields={fieldsOf(fields)}
      doubt={sync === null ? words('prices.tooMany') : null}
      risks={sync?.risks ?? []}
      tick={words(sync === null ? 'prices.isConfirmed' : 'fields.isConfirmed')}
      submit={words('prices.confirm')}
    />
  )
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">{words('imports.preview')}</h2>
      <p>{changeText(office, props)}</p>
      {sync === null ? (
        form
      ) : (
        <PlanDifference
          difference={{ plans: sync.tariffs, unchanged: sync.total - sync.tariffs.length }}
        >
          <SyncProblems sync={sync} />
          {form}
        </PlanDifference>
      )}
    </section>
  )
}

function changeText(office: Office, { rules, change }: Props): string {
  const { words, locale } = office
  switch (change.kind) {
    case 'rule':
      return ruleText(office, change.rule)
    case 'remove': {
      const rule = rules.find(({ id }) => id === change.id)
      return words('prices.withoutRule', { scope: rule ? scopeText(words, rule) : change.id })
    }
    case 'rate':
      return formatNumbersIn(locale, rateText(change.rate))
  }
}

/** Returns every part of a rule, so that a person can check what they typed. */
function ruleText(office: Office, rule: PriceRule): string {
  const { words, locale } = office
  const { currency, markupHundredths, minimumProfit } = rule
  const markup = formatPercent(locale, markupHundredths / 100)
  const amount = formatMoney(locale, { minor: minimumProfit, currency })
  const rounding = roundingText(office, rule)
  return [
    words('prices.newRule', { scope: scopeText(words, rule), currency, markup }),
    ...(minimumProfit === 0 ? [] : [words('prices.leastProfit', { amount })]),
    ...(rounding === null ? [] : [rounding]),
  ].join(', ')
}
