import { rateText } from '../../plans/change-price-book.ts'
import type { PricePreview } from '../../plans/set-prices.ts'
import type { PriceBookChange } from '../../plans/price-book.ts'
import type { PriceRule } from '../../plans/price-rules.ts'
import { formatMoney, formatNumbersIn, formatPercent } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ConfirmForm } from '../imports/confirm-form.tsx'
import { PlanDifference } from '../imports/plan-difference.tsx'
import { useOffice } from '../office.tsx'
import type { Office } from '../office.tsx'
import type { PricesViewProps } from './prices-view-props.ts'
import { roundingText, scopeText } from './rule-table.tsx'
import { SyncProblems } from './sync-problems.tsx'
import { actionOf, fieldsOf } from './typed-change.ts'

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
