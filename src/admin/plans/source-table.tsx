import { ownStock } from '../../plans/can-sell.ts'
import type { SourceOfPlan } from '../../plans/plan-for-office.ts'
import { formatMoney } from '../../words/formats.shared.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  readonly sources: readonly SourceOfPlan[]
}

/** Lists the sources of a plan in the order in which the shop tries them. */
export function SourceTable({ sources }: Props) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="sources">
      <h2 id="sources">{words('plans.sources')}</h2>
      <WideTable
        name={{ id: 'sources' }}
        caption={words('plans.sourcesText')}
        rows={sources}
        keyOf={({ supplier, planCode }) => `${supplier} ${planCode}`}
        columns={[
          { name: words('plans.source'), render: (source) => sourceName(words, source) },
          {
            name: words('plans.planCode'),
            render: ({ planCode }) => (planCode === '' ? '—' : <code>{planCode}</code>),
          },
          { name: words('plans.priority'), isNumber: true, render: ({ priority }) => priority },
          {
            name: words('plans.cost'),
            isNumber: true,
            render: ({ cost }) => (cost === null ? '—' : formatMoney(locale, cost)),
          },
        ]}
      />
    </section>
  )
}

function sourceName(words: AdminWords, { supplier, isAvailable }: SourceOfPlan) {
  return (
    <>
      {supplier === ownStock ? words('plans.ownStock') : supplier}{' '}
      {!isAvailable && <span className="badge bad">{words('plans.gone')}</span>}
    </>
  )
}
