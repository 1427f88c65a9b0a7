import type { PlanGroup } from '../../plans/list-plans.ts'
import { officeHref } from '../../words/office-paths.ts'

type PlanListQuery = {
  readonly query?: string
  readonly group?: PlanGroup
  readonly page?: number
}

export function plansHref({ query = '', group = 'all', page = 1 }: PlanListQuery): string {
  return officeHref('plans', {
    q: query === '' ? undefined : query,
    group: group === 'all' ? undefined : group,
    page: page === 1 ? undefined : page,
  })
}
