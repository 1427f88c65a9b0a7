import type { StoredPriceRule } from '../../plans/price-book.ts'
import type { PriceRule } from '../../plans/price-rules.ts'
import { formatMoney, formatPercent } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'
import type { Office } from '../office.tsx'
import type { PricesViewProps } from './prices-view-props.ts'

/** Lists the rules, the general rules first. */
export function RuleTable({ rules }: Pick<PricesViewProps, 'rules'>) {
  const office = useOffice()
  const { locale, words, may } = office
  if (rules.length === 0) return <p className="soft">{words('prices.noRules')}</p>
  return (
    <WideTable
      name={{ id: 'rules' }}
      rows={rules}
      keyOf={({ id }) => String(id)}
      columns={[
        { name: words('prices.scope'), render: (rule) => ruleName(words, rule) },
        {
          name: words('prices.markup'),
          isNumber: true,
          render: ({ markupHundredths }) => formatPercent(locale, markupHundredths / 100),
        },
        {
          name: words('prices.minimumProfit'),
          isNumber: true,
          render: ({ minimumProfit, currency }) =>
            formatMoney(locale, { minor: minimumProfit, currency }),
        },
        {
          name: words('prices.rounding'),
          isNumber: true,
          render: (rule) => roundingText(office, rule) ?? '—',
        },
        {
          name: words('order.actions'),
          isAction: true,
          render: (rule) => may('remove-rule') && <RemoveLink rule={rule} />,
        },
      ]}
    />
  )
}

/** Returns null if the rule does not round. */
export function roundingText({ words, locale }: Office, rule: PriceRule): string | null {
  const { step, ending, currency } = rule
  if (step === 1) return null
  const amount = (minor: number) => formatMoney(locale, { minor, currency })
  return words('prices.steps', { step: amount(step), ending: amount(ending) })
}

function RemoveLink({ rule }: { rule: StoredPriceRule }) {
  const { words } = useOffice()
  return (
    <a href={officeHref('prices', { change: 'remove', id: rule.id })}>
      {words('prices.remove')}
      <span className="unseen"> {ruleName(words, rule)}</span>
    </a>
  )
}

function ruleName(words: AdminWords, rule: PriceRule): string {
  return `${scopeText(words, rule)}, ${rule.currency}`
}

/** Names the plans to which a rule applies. */
export function scopeText(words: AdminWords, rule: PriceRule): string {
  const { supplier, countryCode, tariffID } = rule
  const parts = [supplier, countryCode?.toUpperCase(), tariffID].filter((each) => each)
  return parts.length === 0 ? words('prices.everyPlan') : parts.join(', ')
}
