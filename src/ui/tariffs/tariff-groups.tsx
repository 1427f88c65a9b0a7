import { Fragment } from 'react'
import type { Tariff } from '../../contract/tariffs.ts'
import { useSite } from '../site.tsx'
import { TariffCards } from './tariff-cards.tsx'
import type { CardsProps } from './tariff-cards.tsx'

/** Headings of the plans for one place, and of the plans for several countries. */
export type GroupTitles = { readonly one: string; readonly several: string }

type GroupsProps = CardsProps & {
  readonly groups: GroupTitles | undefined
  readonly list: { readonly page: number; readonly hasMore: boolean }
}

/** Shows headings, unless all plans of the place are in one group. */
export function TariffGroups({ tariffs, groups, list: all, ...props }: GroupsProps) {
  const { words } = useSite()
  const { page, hasMore } = all
  // Other pages may have plans of the other group.
  const isPart = page > 1 || hasMore
  const several = tariffs.filter(({ kind }) => kind === 'multi')
  const one = tariffs.filter(({ kind }) => kind !== 'multi')
  if (!groups || (!isPart && (several.length === 0 || one.length === 0)))
    return <TariffCards tariffs={tariffs} {...props} />
  const named = [
    { title: groups.one, list: one },
    { title: groups.several, list: several },
  ].filter(({ list }) => list.length > 0)
  return sortOnSaleFirst(named).map(({ title, list }) => (
    <Fragment key={title}>
      <h3 className="group">
        {page > 1 ? words('country.groupOnPage', { group: title, page }) : title}
      </h3>
      <TariffCards tariffs={list} {...props} />
    </Fragment>
  ))
}

type Group = { readonly title: string; readonly list: readonly Tariff[] }

/** Puts a group without a plan in stock last. */
function sortOnSaleFirst(groups: readonly Group[]): readonly Group[] {
  const isOnSale = ({ list }: Group) => list.some(({ inStock }) => inStock)
  return groups.toSorted((a, b) => Number(isOnSale(b)) - Number(isOnSale(a)))
}
