import { z } from 'zod'
import { operatorIdent, pageQuery } from '../../contract/common.ts'
import { dayRangeNames, tariffSorts, trafficSizes } from '../../domain/tariff.ts'

/** The filters of a list of plans, from the address. What cannot be read falls back to the default and never errs. */
export const tariffQuery = z.object({
  search_string: z.string().trim().max(100).catch('').default(''),
  operator: operatorIdent.optional().catch(undefined),
  traffic: z.enum(trafficSizes).optional().catch(undefined),
  days: z.enum(dayRangeNames).optional().catch(undefined),
  sort: z.enum(tariffSorts).catch('price').default('price'),
  ...pageQuery,
})
export type TariffQuery = z.infer<typeof tariffQuery>

/** Whether the address asks for anything but the plain list: such pages are not indexed. */
export function isFiltered({
  search_string,
  operator,
  traffic,
  days,
  sort,
  page,
  per_page,
}: TariffQuery): boolean {
  const isNarrowed = [operator, traffic, days].some((value) => value !== undefined)
  return isNarrowed || search_string !== '' || sort !== 'price' || page !== 1 || per_page !== 20
}

/** The same list with something changed, as a query string without defaults. */
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
    per_page: per_page === 20 ? undefined : per_page,
  }
}
