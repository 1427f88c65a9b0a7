import type { Operator, Tariff } from '../contract/catalogue.ts'
import { dayRangeNames, dayRanges, tariffSorts, trafficSizes } from '../shared/domain/tariff.ts'
import { queryString } from '../shared/locale/paths.ts'
import type { Words } from '../shared/locale/words.ts'
import { ListFailed } from '../shared/ui/list-failed.tsx'
import { useSite } from '../shared/ui/site.tsx'
import type { Answer } from '../upstream/answer.ts'
import { TariffCard } from './tariff-card.tsx'
import { isFiltered, withQuery } from './tariff-query.ts'
import type { TariffQuery } from './tariff-query.ts'

export type TariffPage = {
  readonly data: readonly Tariff[]
  readonly total: number
  readonly page: number
  readonly hasMore: boolean
}

type Props = {
  /** The address of the list without its query. */
  readonly action: string
  readonly answer: Answer<TariffPage>
  readonly query: TariffQuery
  /** Parameters of the address that are not filters, kept through filtering and paging. */
  readonly kept?: { readonly [name: string]: string }
  readonly operators: readonly Pick<Operator, 'ident' | 'title'>[]
  readonly withPlace?: boolean
}

/** Plans with their filters, in every state a list can be in. The filters are a plain form: no script is needed. */
export function TariffList({
  action,
  answer,
  query,
  kept = {},
  operators,
  withPlace = false,
}: Props) {
  const { words } = useSite()
  return (
    <>
      <Filters action={action} query={query} kept={kept} operators={operators} />
      {answer.ok ? (
        <>
          {answer.value.data.length === 0 && <p className="empty">{words('filters.nothing')}</p>}
          <TariffCards tariffs={answer.value.data} withPlace={withPlace} />
          <Paging action={action} query={query} kept={kept} list={answer.value} />
        </>
      ) : (
        <ListFailed />
      )}
    </>
  )
}

export function TariffCards({
  tariffs,
  withPlace = false,
}: {
  tariffs: readonly Tariff[]
  withPlace?: boolean
}) {
  const best = bestPerGigabyte(tariffs)
  return (
    <ul className="passes">
      {tariffs.map((tariff) => (
        <TariffCard
          key={tariff.tariffID}
          tariff={tariff}
          isBest={tariff === best}
          withPlace={withPlace}
        />
      ))}
    </ul>
  )
}

/** The stamp is worth something only where there is a choice. */
function bestPerGigabyte(tariffs: readonly Tariff[]): Tariff | undefined {
  const limited = tariffs.filter(({ trafficMb, inStock }) => trafficMb !== null && inStock)
  return limited.length < 3
    ? undefined
    : limited.toSorted((a, b) => a.unitPrices.USD - b.unitPrices.USD)[0]
}

function Filters({
  action,
  query,
  kept,
  operators,
}: Required<Pick<Props, 'action' | 'query' | 'kept' | 'operators'>>) {
  const { words } = useSite()
  return (
    <form className="filters" action={action} aria-label={words('filters.title')}>
      {Object.entries(kept).map(([name, value]) => (
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
        <a className="filters-reset" href={action + queryString(kept)}>
          {words('filters.reset')}
        </a>
      )}
    </form>
  )
}

type ChoiceProps = {
  readonly name: string
  readonly label: string
  /** The choice of not choosing; left out where there is always one. */
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
  return size === '30' ? words('filters.over', { size: '10' }) : words('filters.upTo', { size })
}

function daysLabel(words: Words, range: (typeof dayRangeNames)[number]): string {
  const { from, to } = dayRanges[range]
  return range === '31'
    ? words('filters.daysOver', { from: from - 1 })
    : words('filters.daysRange', { from, to })
}

type PagingProps = Required<Pick<Props, 'action' | 'query' | 'kept'>> & {
  readonly list: TariffPage
}

function Paging({ action, query, kept, list }: PagingProps) {
  const { words } = useSite()
  if (list.page === 1 && !list.hasMore) return null
  const at = (page: number) => action + queryString({ ...kept, ...withQuery(query, { page }) })
  return (
    <nav className="paging" aria-label={words('filters.page', { page: list.page })}>
      {list.page > 1 && (
        <a className="button quiet" rel="prev" href={at(list.page - 1)}>
          {words('filters.previous')}
        </a>
      )}
      <span className="soft">{words('filters.page', { page: list.page })}</span>
      {list.hasMore && (
        <a className="button quiet" rel="next" href={at(list.page + 1)}>
          {words('filters.next')}
        </a>
      )}
    </nav>
  )
}
