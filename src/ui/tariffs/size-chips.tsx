import { trafficSizes } from '../../domain/tariff.ts'
import { sizeLabel } from '../../locale/filter-words.ts'
import { queryString } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'
import { withQuery } from './tariff-query.ts'
import type { ListAddress } from './tariff-query.ts'

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
