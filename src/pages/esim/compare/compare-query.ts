import { z } from 'zod'
import { countryCode, regionIdent, tariffID } from '../../../contract/common.ts'
import { worldRegion } from '../../../contract/places.ts'
import { joinedFields } from '../../../http/query-values.ts'
import { tariffQuery } from '../../../ui/tariffs/tariff-query.ts'

/** Plans side by side. A computer has no room for more columns. */
export const mostCompared = 3

/** Marks that the page shows again when there are too many. Each one needs an API call. */
const mostKept = 6

/** Maximum marked plans in an address: three pages of the list. */
const mostMarked = 60

/**
 * The plans that are marked, and the place and filters of the list to mark plans in. The plans are
 * sorted, so that each comparison has one address in the page cache.
 */
export const compareQuery = tariffQuery.extend({
  tariffID: z
    .string()
    .transform(sortPlans)
    .catch('')
    .default('')
    .register(joinedFields, { joinedBy: ',' }),
  country: z.string().toLowerCase().pipe(countryCode).optional().catch(undefined),
  region: z.string().toLowerCase().pipe(regionIdent).optional().catch(undefined),
  worldRegion: z.string().toLowerCase().pipe(worldRegion).optional().catch(undefined),
})
export type CompareQuery = z.output<typeof compareQuery>

function sortPlans(text: string): string {
  const ids = text.split(',').filter((id) => tariffID.safeParse(id).success)
  return [...new Set(ids)].toSorted().slice(0, mostMarked).join(',')
}

type MarkedPlans = {
  /** The plans that the page shows as marked. */
  readonly kept: readonly string[]
  /** The number of plans that the visitor has marked. */
  readonly count: number
}

export function markedPlans({ tariffID: plans }: Pick<CompareQuery, 'tariffID'>): MarkedPlans {
  const all = plans === '' ? [] : plans.split(',')
  return { kept: all.slice(0, mostKept), count: all.length }
}
