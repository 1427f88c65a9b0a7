import type { Operator } from '../../contract/catalogue.ts'
import { dayRangeNames, dayRanges, tariffSorts, trafficSizes } from '../../domain/tariff.ts'
import { queryString } from '../../locale/paths.ts'
import type { Words } from '../../locale/words.ts'
import { useSite } from '../site.tsx'
import { isFiltered } from './tariff-query.ts'
import type { TariffQuery } from './tariff-query.ts'

export type ListAddress = {
  readonly action: string
  readonly query: TariffQuery
  /** Parameters that are not filters. Filtering and paging preserve them. */
  readonly extraParams: { readonly [name: string]: string }
}

type Props = ListAddress & { readonly operators: readonly Pick<Operator, 'ident' | 'title'>[] }

export function TariffFilters({ action, query, extraParams, operators }: Props) {
  const { words } = useSite()
  return (
    <form className="filters" action={action} aria-label={words('filters.title')}>
      {Object.entries(extraParams).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {query.search_string !== '' && (
        <input type="hidden" name="search_string" value={query.search_string} />
      )}
      {operators.length > 1 && (
        <Choice
          name="operator"
          label={words('filters.operator')}
          any={words('filters.anyOperator')}
          value={query.operator}
        >
          {operators.map(({ ident, title }) => [ident, title])}
        </Choice>
      )}
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
        {tariffSorts.map((sort) => [
          sort,
          words(`filters.sorts.${sort === '-price' ? 'minusPrice' : sort}`),
        ])}
      </Choice>
      <button className="button quiet">{words('filters.apply')}</button>
      {isFiltered(query) && (
        <a className="filters-reset" href={action + queryString(extraParams)}>
          {words('filters.reset')}
        </a>
      )}
    </form>
  )
}

type ChoiceProps = {
  readonly name: string
  readonly label: string
  readonly any?: string
  readonly value: string | undefined
  readonly children: readonly (readonly [value: string, label: string])[]
}

function Choice({ name, label, any, value, children }: ChoiceProps) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select name={name} defaultValue={value ?? ''}>
        {any !== undefined && <option value="">{any}</option>}
        {children.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function sizeLabel(words: Words, size: (typeof trafficSizes)[number]): string {
  if (size === 'unlimited') return words('filters.unlimited')
  return words('filters.size', { size })
}

function daysLabel(words: Words, range: (typeof dayRangeNames)[number]): string {
  const { from, to } = dayRanges[range]
  return range === '31'
    ? words('filters.daysOver', { from: from - 1 })
    : words('filters.daysRange', { from, to })
}
