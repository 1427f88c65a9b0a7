import type { PlanGroup } from '../../backend/operations/goods/list-plans.ts'
import { queryString } from '../../locale/paths.ts'

/** A plan's page in the back office. */
export function planHref(tariffID: string, done?: string): string {
  return `/admin/plan${queryString({ id: tariffID, done })}`
}

type PlanListQuery = {
  readonly query?: string
  readonly group?: PlanGroup
  readonly page?: number
}

/** A page of the list of plans. */
export function plansHref({ query = '', group = 'all', page = 1 }: PlanListQuery): string {
  return `/admin/plans${queryString({
    q: query === '' ? undefined : query,
    group: group === 'all' ? undefined : group,
    page: page === 1 ? undefined : String(page),
  })}`
}
