import { listedGroups } from '../../office/watched-orders.ts'
import type { ListedGroup } from '../../office/watched-orders.ts'
import { officeHref } from '../../words/office-paths.ts'
import { useOffice } from '../office.tsx'

type OrderGroupsProps = {
  readonly group: ListedGroup | undefined
  readonly isNewest: boolean
}

/** Links to the paid orders and to each group of orders. */
export function OrderGroups({ group, isNewest }: OrderGroupsProps) {
  const { words } = useOffice()
  return (
    <nav className="tabs" aria-label={words('orders.groups')}>
      <a href={officeHref('orders')} aria-current={isNewest ? 'page' : undefined}>
        {words('orders.newest')}
      </a>
      {listedGroups.map((each) => (
        <a
          key={each}
          href={officeHref('orders', { group: each })}
          aria-current={each === group ? 'page' : undefined}
        >
          {words(`groups.${each}`)}
        </a>
      ))}
    </nav>
  )
}
