import { z } from 'zod'
import { operatorIdent, pageQuery, searchString } from '../api/common.ts'
import { pageSize } from '../kit/limits.shared.ts'
import { dayRangeNames, tariffSorts, trafficSizes } from '../kit/plan-sizes.shared.ts'
import type { WorldRegion, Tariff } from './operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import type { QueryParams } from '../words/paths.shared.ts'

export const tariffQuery = z.object({
  search_string: searchString,
  operator: z.string().toLowerCase().pipe(operatorIdent).optional().catch(undefined),
  traffic: z.enum(trafficSizes).optional().catch(undefined),
  days: z.enum(dayRangeNames).optional().catch(undefined),
  sort: z.enum(tariffSorts).catch('price').default('price'),
  ...pageQuery,
})
export type TariffQuery = z.output<typeof tariffQuery>

export type ListAddress = {
  readonly action: string
  readonly query: TariffQuery
  readonly extraParams: { readonly [name: string]: string }
}

export function isFiltered(query: TariffQuery): boolean {
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
export function isNarrowed({ operator, traffic, days }: TariffQuery): boolean {
  return [operator, traffic, days].some((value) => value !== undefined)
}

export function withQuery(
  query: TariffQuery,
  changed: Partial<TariffQuery>,
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
export function withoutFilters(query: TariffQuery) {
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
}: Pick<Tariff, 'kind' | 'countryCodes' | 'regionIdent' | 'worldRegion'>): PlansPlace {
  if (kind === 'multi') return worldRegion === null ? {} : { worldRegion }
  return regionIdent === null ? { country } : { country, region: regionIdent }
}
