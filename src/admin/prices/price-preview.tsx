import { rateText } from '../../backend/operations/goods/price-book.ts'
import type { PricePreview } from '../../backend/operations/goods/price-book.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import type { PriceBookChange } from '../../backend/pricing/price-book-sql.ts'
import { formatPercent } from '../../locale/formats.ts'
import { ActionFields } from '../action-form.tsx'
import { PlanDifference } from '../imports/plan-difference.tsx'
import type { PricesViewProps } from './prices-view.tsx'
import { scopeText } from './rule-table.tsx'
import { SyncProblems } from './sync-problems.tsx'
import { actionOf, fieldsOf } from './typed-change.ts'

type Props = PricesViewProps & {
  readonly change: PriceBookChange
  readonly preview: PricePreview
}

/** What a change would do to prices, with the form that confirms it. */
export function PricePreviewPanel(props: Props) {
  const { words, locale, person, now, version, fields, change, preview } = props
  const { sync, digest } = preview
  const action = actionOf(change)
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">{words('imports.preview')}</h2>
      <p>{changeText(props)}</p>
      {sync === null ? (
        <p className="notice bad">{words('prices.tooMany')}</p>
      ) : (
        <>
          <PlanDifference
            words={words}
            locale={locale}
            difference={{ plans: sync.tariffs, unchanged: sync.total - sync.tariffs.length }}
          />
          <SyncProblems words={words} sync={sync} />
          {mayDo(person, action) && (
            <form method="post" action="/admin/prices" className="fields">
              <ActionFields action={action} version={version} now={now} />
              <input type="hidden" name="digest" value={digest} />
              {fieldsOf(fields).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              {sync.risks.length > 0 && (
                <>
                  <div className="notice warn">
                    <p>{words('imports.suspicious')}</p>
                    <ul className="list" lang="en">
                      {sync.risks.map((risk) => (
                        <li key={risk}>{risk}</li>
                      ))}
                    </ul>
                  </div>
                  <label className="check">
                    <input type="checkbox" name="isConfirmed" value="yes" required />
                    {words('fields.isConfirmed')}
                  </label>
                </>
              )}
              <button className="button">{words('prices.confirm')}</button>
            </form>
          )}
        </>
      )}
    </section>
  )
}

function changeText({ words, locale, rules, change }: Props): string {
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
