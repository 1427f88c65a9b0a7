import type { FailedSearch, WantedItem } from '../../backend/reports/wanted-goods.ts'
import { formatDate } from '../../locale/formats.ts'
import { officeHref } from '../../locale/office-paths.ts'
import type { AdminWords } from '../admin-words.ts'
import { TablePanel } from '../layout/table-panel.tsx'
import { PlanName } from '../plans/plan-name.tsx'

/** Lists what visitors searched for without a result. */
export function FailedSearches({
  words,
  searches,
}: {
  readonly words: AdminWords
  readonly searches: readonly FailedSearch[]
}) {
  return (
    <TablePanel
      id="searches"
      heading={words('today.notFound')}
      text={words('today.notFoundText')}
      empty={words('today.noNotFound')}
      rows={searches}
      keyOf={({ text }) => text}
      columns={[
        { name: words('today.searched'), render: ({ text }) => <bdi>{text}</bdi> },
        ...visitorColumns(words),
      ]}
    />
  )
}

/** Lists countries and plans that visitors opened and cannot buy. */
export function WantedGoods({
  words,
  goods,
}: {
  readonly words: AdminWords
  readonly goods: readonly WantedItem[]
}) {
  return (
    <TablePanel
      id="wanted"
      heading={words('today.wanted')}
      text={words('today.wantedText')}
      empty={words('today.noWanted')}
      rows={goods}
      keyOf={({ kind, ident }) => `${kind} ${ident}`}
      columns={[
        { name: words('today.placeOrPlan'), render: (item) => <WantedName {...item} /> },
        ...visitorColumns(words),
      ]}
    />
  )
}

function WantedName({ kind, ident, title }: WantedItem) {
  return kind === 'tariff' ? (
    <PlanName tariffID={ident} title={title} />
  ) : (
    <a href={officeHref('plans', { q: ident })}>{title}</a>
  )
}

function visitorColumns(words: AdminWords) {
  return [
    {
      name: words('today.visitors'),
      isNumber: true,
      render: ({ visitors }: { readonly visitors: number }) => visitors,
    },
    {
      name: words('today.lastTime'),
      isNumber: true,
      render: ({ lastDay }: { readonly lastDay: string }) => formatDate(lastDay),
    },
  ]
}
