import type { Operator } from './operations.ts'
import { dayRangeNames, tariffSorts, trafficSizes } from '../kit/plan-sizes.shared.ts'
import { daysLabel, sizeLabel } from '../words/plan-words.ts'
import type { Words } from '../words/words.shared.ts'
import { Choice } from '../ui/lists.tsx'
import { useSite } from '../ui/site.tsx'
import { withQuery } from './plan-query.ts'
import type { ListAddress, TariffQuery } from './plan-query.ts'
import { queryString } from '../words/paths.shared.ts'

type Props = ListAddress & { readonly operators: readonly Pick<Operator, 'ident' | 'title'>[] }

export function TariffFilters({ action, query, extraParams, operators }: Props) {
  const { words } = useSite()
  const folded = foldedFilters(words, query, operators)
  return (
    <details className="fold">
      <summary>
        <span>
          {words('filters.title')}
          {folded !== '' && <small>{folded}</small>}
        </span>
      </summary>
      <FilterForm action={action} query={query} extraParams={extraParams} operators={operators} />
    </details>
  )
}

/**
 * Lists the filters that the panel hides. The size is not among them, because the chips above show
 * it. The panel stays closed when they are set: on a phone it would fill the screen before a plan.
 */
function foldedFilters(
  words: Words,
  { operator, days, sort }: TariffQuery,
  operators: Props['operators'],
): string {
  return [
    operator !== undefined &&
      (operators.find(({ ident }) => ident === operator)?.title ?? operator),
    days !== undefined && daysLabel(words, days),
    sort !== 'price' && sortLabel(words, sort),
  ]
    .filter(Boolean)
    .join(', ')
}

function FilterForm({ action, query, extraParams, operators }: Props) {
  const { words } = useSite()
  const hasOperators = operators.length > 1
  return (
    <form className="filters" action={`${action}#plans`} aria-label={words('filters.title')}>
      {Object.entries({ ...extraParams, ...paramsWithoutField(query, hasOperators) }).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {hasOperators && (
        <Choice
          name="operator"
          label={words('filters.operator')}
          any={words('filters.anyOperator')}
          value={query.operator}
        >
          {operators.map(({ ident, title }) => [ident, title])}
        </Choice>
      )}
      <SizeDaysAndSort query={query} />
      <button className="button quiet">{words('filters.apply')}</button>
    </form>
  )
}

/** Returns the parameters that the form has no field for. A new filter starts at the first page. */
function paramsWithoutField(query: TariffQuery, hasOperators: boolean) {
  const { operator, search_string, per_page } = withQuery(query, {})
  return { operator: hasOperators ? undefined : operator, search_string, per_page }
}

function SizeDaysAndSort({ query }: Pick<Props, 'query'>) {
  const { words } = useSite()
  return (
    <>
      <Choice
        name="traffic"
        label={words('filters.traffic')}
        any={words('filters.anyTraffic')}
        value={query.traffic}
      >
        {trafficSizes.map((size) => [size, sizeLabel(words, size)])}
      </Choice>
      <Choice
        name="days"
        label={words('filters.days')}
        any={words('filters.anyDays')}
        value={query.days}
      >
        {dayRangeNames.map((range) => [range, daysLabel(words, range)])}
      </Choice>
      <Choice name="sort" label={words('filters.sort')} value={query.sort}>
        {tariffSorts.map((sort) => [sort, sortLabel(words, sort)])}
      </Choice>
    </>
  )
}

function sortLabel(words: Words, sort: TariffQuery['sort']): string {
  return words(`filters.sorts.${sort === '-price' ? 'minusPrice' : sort}`)
}

/** Shows the most used filter as links, which keep the other filters. */
export function SizeChips({ action, query, extraParams }: ListAddress) {
  const { words } = useSite()
  const sizes = [undefined, ...trafficSizes] as const
  return (
    <nav aria-label={words('filters.sizes')}>
      <ul className="chips">
        {sizes.map((traffic) => (
          <li key={traffic ?? ''}>
            <a
              href={`${action}${queryString({ ...extraParams, ...withQuery(query, { traffic, page: 1 }) })}#plans`}
              aria-current={traffic === query.traffic ? 'page' : undefined}
            >
              {traffic === undefined ? words('filters.anyTraffic') : sizeLabel(words, traffic)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
