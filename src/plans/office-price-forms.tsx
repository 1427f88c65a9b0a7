import { z } from 'zod'
import { FieldProblems } from '../office/action-form.tsx'
import { InputFields, type Input, type Inputs } from '../office/fields.tsx'
import { Panel } from '../office/lists.tsx'
import { useOffice, type Office } from '../office/office-context.tsx'
import { formatNumbersIn, formatPercent, formatTyped } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { actionOf, rateText, type PricePreview } from './set-prices.ts'
import { ConfirmForm, PlanDifference, SyncProblems } from './office-catalogue-change.tsx'
import { fieldsOf, roundingText, scopeText, type PricesViewProps } from './office-price-rules.tsx'
import type { PriceBookChange } from './price-book.ts'
import type { PriceRule } from './price-rules.ts'

/** Shows the forms for a rule and a rate. They open the preview, so they change nothing. */
export function PriceForms(props: PricesViewProps) {
  const { words } = useOffice()
  return (
    <Panel id="change" heading={words('prices.change')}>
      <ChangeForm {...props} kind="rule" inputs={ruleInputs(props)} />
      <ChangeForm {...props} kind="rate" inputs={rateInputs(props)} />
    </Panel>
  )
}

type ChangeFormProps = PricesViewProps & {
  readonly kind: 'rule' | 'rate'
  readonly inputs: Inputs
}

function ChangeForm({ kind, inputs, fields, failure }: ChangeFormProps) {
  const { words } = useOffice()
  const isTyped = fields['change'] === kind
  return (
    <details open={isTyped}>
      <summary>{words(kind === 'rule' ? 'prices.addRule' : 'prices.addRate')}</summary>
      <form action={officeHref('prices')} className="fields">
        <input type="hidden" name="change" value={kind} />
        {kind === 'rule' && <p className="soft">{words('prices.ruleText')}</p>}
        <FieldProblems failure={isTyped ? failure : null}>
          <div className="columns">
            <InputFields inputs={inputs} values={isTyped ? fields : {}} />
          </div>
        </FieldProblems>
        <button className="button">{words('prices.show')}</button>
      </form>
    </details>
  )
}

const maxText = 80
const schema = z.string()

/** How the price is computed from the cost, and the plans to which the rule applies. */
function ruleInputs({ currencies, suppliers }: PricesViewProps): Inputs {
  const text = { schema, isRequired: false, maxLength: maxText } as const
  const amountLike = (minor: number): Input => ({
    ...text,
    inputMode: 'decimal',
    placeholder: ({ locale }) => formatTyped(locale, { minor, currency: 'USD' }),
  })
  return {
    currency: { schema, kind: 'choice', options: () => namesOf(currencies) },
    markup: { schema, isRequired: true, inputMode: 'decimal', placeholder: '40' },
    minimumProfit: amountLike(100),
    step: amountLike(100),
    ending: amountLike(90),
    onlySupplier: {
      schema,
      kind: 'choice',
      options: ({ words }) => [['', words('prices.any')], ...namesOf(suppliers)],
    },
    onlyCountry: { ...text, placeholder: 'tr' },
    onlyPlan: text,
  }
}

function rateInputs({ currencies }: PricesViewProps): Inputs {
  const text = { schema, isRequired: true } as const
  return {
    from: { ...text, label: ({ words }) => words('fields.rateFrom'), value: currencies[0] },
    amount: { ...text, label: ({ words }) => words('fields.rateAmount'), inputMode: 'decimal' },
    to: {
      schema,
      kind: 'choice',
      label: ({ words }) => words('fields.rateTo'),
      value: currencies[1],
      options: () => namesOf(currencies),
    },
  }
}

function namesOf(values: readonly string[]) {
  return values.map((value) => [value, value] as const)
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
    <Panel id="preview" heading={words('imports.preview')}>
      <p>{changeText(office, props)}</p>
      {sync === null ? (
        form
      ) : (
        <PlanDifference
          difference={{ plans: sync.plans, unchanged: sync.total - sync.plans.length }}
        >
          <SyncProblems sync={sync} />
          {form}
        </PlanDifference>
      )}
    </Panel>
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
  const { words, locale, money } = office
  const { currency, markupHundredths, minimumProfit } = rule
  const markup = formatPercent(locale, markupHundredths / 100)
  const amount = money({ minor: minimumProfit, currency })
  const rounding = roundingText(office, rule)
  return [
    words('prices.newRule', { scope: scopeText(words, rule), currency, markup }),
    ...(minimumProfit === 0 ? [] : [words('prices.leastProfit', { amount })]),
    ...(rounding === null ? [] : [rounding]),
  ].join(', ')
}
