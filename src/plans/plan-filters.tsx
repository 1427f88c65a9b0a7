import { z } from 'zod'
import type { Operator, WorldRegion, Plan } from './operations.ts'
import { dayRangeNames, planSorts, trafficSizes } from '../kit/plan-sizes.shared.ts'
import { daysLabel, sizeLabel } from '../words/plan-words.ts'
import type { Words } from '../words/words.shared.ts'
import { Choice } from '../ui/lists.tsx'
import { useSite } from '../ui/site.tsx'
import { queryString, href, type QueryParams } from '../words/paths.shared.ts'
import { operatorIdent, pageQuery, searchString } from '../api/common.ts'
import { pageSize } from '../kit/limits.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { HiddenFields } from '../ui/post-form.shared.tsx'

type Props = ListAddress & { readonly operators: readonly Pick<Operator, 'ident' | 'title'>[] }

export function PlanFilters({ action, query, extraParams, operators }: Props) {
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
  { operator, days, sort }: PlanQuery,
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
      <HiddenFields values={{ ...extraParams, ...paramsWithoutField(query, hasOperators) }} />
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
function paramsWithoutField(query: PlanQuery, hasOperators: boolean) {
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
        {planSorts.map((sort) => [sort, sortLabel(words, sort)])}
      </Choice>
    </>
  )
}

function sortLabel(words: Words, sort: PlanQuery['sort']): string {
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

export const planQuery = z.object({
  search_string: searchString,
  operator: z.string().toLowerCase().pipe(operatorIdent).optional().catch(undefined),
  traffic: z.enum(trafficSizes).optional().catch(undefined),
  days: z.enum(dayRangeNames).optional().catch(undefined),
  sort: z.enum(planSorts).catch('price').default('price'),
  ...pageQuery,
})
export type PlanQuery = z.output<typeof planQuery>

export type ListAddress = {
  readonly action: string
  readonly query: PlanQuery
  readonly extraParams: { readonly [name: string]: string }
}

export function isFiltered(query: PlanQuery): boolean {
  const { search_string, sort, page, per_page } = query
  return (
    isNarrowed(query) ||
    search_string !== '' ||
    sort !== 'price' ||
    page !== 1 ||
    per_page !== pageSize.default
  )
}

/** Whether a filter leaves out plans. */
export function isNarrowed({ operator, traffic, days }: PlanQuery): boolean {
  return [operator, traffic, days].some((value) => value !== undefined)
}

export function withQuery(
  query: PlanQuery,
  changed: Partial<PlanQuery>,
): Record<string, string | number | undefined> {
  const { search_string, sort, page, per_page, ...rest } = { ...query, ...changed }
  return {
    ...rest,
    search_string: search_string || undefined,
    sort: sort === 'price' ? undefined : sort,
    page: page === 1 ? undefined : page,
    per_page: per_page === pageSize.default ? undefined : per_page,
  }
}

/** Keeps the search text and the page size. */
export function withoutFilters(query: PlanQuery) {
  const none = { operator: undefined, traffic: undefined, days: undefined }
  return withQuery(query, { ...none, sort: 'price', page: 1 })
}

/** The place of a list of plans. A list without a place has the plans of all places. */
export type PlansPlace = {
  readonly country?: string | undefined
  readonly region?: string | undefined
  readonly worldRegion?: WorldRegion | undefined
}

/** Returns the URL of a list in which plans can be marked, with `plans` marked. */
export function compareHref(
  locale: Locale,
  place: PlansPlace,
  plans: readonly string[],
  filters: QueryParams = {},
): string {
  const tariffID = plans.length === 0 ? undefined : plans.join(',')
  return href(locale, 'compare', null, { ...place, ...filters, tariffID })
}

/** Returns the place in whose list a plan is compared with others. */
export function placeOfPlan({
  kind,
  countryCodes: [country],
  regionIdent,
  worldRegion,
}: Pick<Plan, 'kind' | 'countryCodes' | 'regionIdent' | 'worldRegion'>): PlansPlace {
  if (kind === 'multi') return worldRegion === null ? {} : { worldRegion }
  return regionIdent === null ? { country } : { country, region: regionIdent }
}
