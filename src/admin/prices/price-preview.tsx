import { rateText } from '../../backend/operations/goods/price-book.ts'
import type { PricePreview } from '../../backend/operations/goods/computed-prices.ts'
import type { PriceBookChange } from '../../backend/pricing/price-book-sql.ts'
import { formatPercent } from '../../locale/formats.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { ConfirmForm } from '../imports/confirm-form.tsx'
import { PlanDifference } from '../imports/plan-difference.tsx'
import { useOffice } from '../office.tsx'
import type { Office } from '../office.tsx'
import type { PricesViewProps } from './prices-view-props.ts'
import { scopeText } from './rule-table.tsx'
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
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">{words('imports.preview')}</h2>
      <p>{changeText(office, props)}</p>
      {sync === null ? (
        <p className="notice bad">{words('prices.tooMany')}</p>
      ) : (
        <>
          <PlanDifference
            difference={{ plans: sync.tariffs, unchanged: sync.total - sync.tariffs.length }}
          >
            <SyncProblems sync={sync} />
            {may(action) && (
              <ConfirmForm
                href={officeHref('prices')}
                action={action}
                version={version}
                digest={digest}
                fields={fieldsOf(fields)}
                risks={sync.risks}
                tick={words('fields.isConfirmed')}
                submit={words('prices.confirm')}
              />
            )}
          </PlanDifference>
        </>
      )}
    </section>
  )
}

function changeText({ words, locale }: Office, { rules, change }: Props): string {
  switch (change.kind) {
    case 'rule':
      return words('prices.newRule', {
        scope: scopeText(words, change.rule),
        currency: change.rule.currency,
        markup: formatPercent(locale, change.rule.markupHundredths / 100),
      })
    case 'remove': {
      const rule = rules.find(({ id }) => id === change.id)
      return words('prices.withoutRule', { scope: rule ? scopeText(words, rule) : change.id })
    }
    case 'rate':
      return rateText(change.rate)
  }
}
