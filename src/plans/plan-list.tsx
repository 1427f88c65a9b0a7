import { Fragment } from 'react'
import { maxTotal } from '../kit/limits.shared.ts'
import type { Operator, Plan } from './operations.ts'
import { sizeRanges } from '../kit/plan-sizes.shared.ts'
import type { Words } from '../words/words.shared.ts'
import { queryString } from '../words/paths.shared.ts'
import { ListFailed, PageLinks, type PageOfList } from '../ui/lists.tsx'
import {
  compareHref,
  isFiltered,
  isNarrowed,
  withoutFilters,
  withQuery,
  SizeChips,
  PlanFilters,
} from './plan-filters.tsx'
import type { PlansPlace, ListAddress, PlanQuery } from './plan-filters.tsx'
import { useSite } from '../ui/site.tsx'
import { PlanCards, type CardTitle, type CardsProps } from './plan-card.tsx'

type PlanPage = PageOfList<Plan> & { readonly total: number }

export type PlanAnswer = { readonly ok: true; readonly value: PlanPage } | { readonly ok: false }

type Props = Omit<ListAddress, 'extraParams'> & {
  readonly extraParams?: ListAddress['extraParams']
  readonly answer: PlanAnswer
  readonly place: PlansPlace
  readonly operators: readonly Pick<Operator, 'ident' | 'title'>[]
  readonly titled?: CardTitle
  /** The lowest price per GB of the whole place. Plans with this price get a stamp. */
  readonly best?: number | null
  /** Headings of the plans for one place, and of the plans for several countries. */
  readonly groups?: GroupTitles
}

export function PlanList({
  action,
  answer,
  query,
  place,
  extraParams = {},
  operators,
  titled = 'in-country',
  best = null,
  groups,
}: Props) {
  const address = { action, query, extraParams }
  // Filters cannot help if they are not the reason for an empty list.
  if (answer.ok && answer.value.data.length === 0 && !isNarrowed(query))
    return <EmptyList {...address} />
  return (
    <>
      <SizeChips {...address} />
      <PlanFilters {...address} operators={withChosen(operators, query.operator, answer)} />
      {answer.ok ? (
        <>
          {answer.value.data.length === 0 && <EmptyList {...address} />}
          <ListSummary {...address} page={answer.value} place={place} />
          <PlanGroups
            tariffs={answer.value.data}
            titled={titled}
            best={best}
            groups={groups}
            list={answer.value}
          />
          <PageLinks
            list={answer.value}
            at={(page) => action + queryString({ ...extraParams, ...withQuery(query, { page }) })}
          />
        </>
      ) : (
        <ListFailed />
      )}
    </>
  )
}

/**
 * Adds the operator of the filter to the options if they are too many to contain it. Otherwise the
 * form would drop the filter.
 */
function withChosen(
  operators: Props['operators'],
  chosen: string | undefined,
  answer: PlanAnswer,
): Props['operators'] {
  if (chosen === undefined || operators.length < 2) return operators
  if (operators.some(({ ident }) => ident === chosen)) return operators
  const plan = answer.ok
    ? answer.value.data.find(({ operator }) => operator.ident === chosen)
    : undefined
  return [plan?.operator ?? { ident: chosen, title: chosen }, ...operators]
}

function ListSummary({ place, ...range }: ListedRangeProps & Pick<Props, 'place'>) {
  return (
    <>
      <ListedRange {...range} />
      <CompareLink page={range.page} query={range.query} place={place} />
    </>
  )
}

type ListedRangeProps = ListAddress & { readonly page: PlanPage }

/**
 * Shows `Plans over 1 GB, up to 5 GB. Plans 21–40 of 56`, and a link that clears the filters.
 * Returns nothing if the page has all plans.
 */
function ListedRange({ page: { data, total, page, hasMore }, ...address }: ListedRangeProps) {
  const { words } = useSite()
  const { action, query, extraParams } = address
  const isPart = page > 1 || hasMore
  const isChanged = isNarrowed(query) || query.sort !== 'price'
  if (data.length === 0 || (!isChanged && !isPart)) return null
  const from = (page - 1) * query.per_page + 1
  const to = from + data.length - 1
  const counted = words(total < maxTotal ? 'filters.shown' : 'filters.shownOfMany', {
    from,
    to,
    total,
  })
  const sizes = sizesText(words, query.traffic)
  return (
    <p className="shown soft">
      {[sizes, isPart && counted].filter(Boolean).join('. ')}{' '}
      {isChanged && (
        <a href={action + queryString({ ...extraParams, ...withoutFilters(query) })}>
          {words('filters.reset')}
        </a>
      )}
    </p>
  )
}

type CompareLinkProps = Pick<Props, 'query' | 'place'> & { readonly page: PlanPage }

/** Links to the same list, in which plans can be marked. */
function CompareLink({ page: { data }, query, place }: CompareLinkProps) {
  const { locale, words } = useSite()
  if (data.filter(({ inStock }) => inStock).length < 2) return null
  return (
    <p>
      <a href={compareHref(locale, place, [], withQuery(query, {}))} rel="nofollow">
        {words('compare.link')}
      </a>
    </p>
  )
}

/**
 * Returns the range of sizes that the filter finds, because each of its captions has only one size.
 */
function sizesText(words: Words, traffic: PlanQuery['traffic']): string | null {
  if (traffic === undefined || traffic === 'unlimited') return null
  const { from, to } = sizeRanges[traffic]
  if (from === null) return words('filters.sizesUpTo', { to })
  return to === null
    ? words('filters.sizesOver', { from })
    : words('filters.sizesBetween', { from, to })
}

function EmptyList({ action, query, extraParams }: ListAddress) {
  const { words } = useSite()
  const hasFilter = isFiltered(query)
  const isSearch = query.search_string !== ''
  const text = isSearch
    ? 'errors.nothingFound'
    : hasFilter
      ? 'filters.nothing'
      : 'errors.outOfStock'
  return (
    <div className="empty">
      <p>{words(text)}</p>
      {hasFilter && (
        <p>
          <a href={action + queryString(extraParams)}>
            {words(isSearch ? 'layout.allTariffs' : 'filters.reset')}
          </a>
        </p>
      )}
    </div>
  )
}

/** Headings of the plans for one place, and of the plans for several countries. */
type GroupTitles = { readonly one: string; readonly several: string }

type GroupsProps = CardsProps & {
  readonly groups: GroupTitles | undefined
  readonly list: { readonly page: number; readonly hasMore: boolean }
}

/** Shows headings, unless all plans of the place are in one group. */
function PlanGroups({ tariffs: plans, groups, list: all, ...props }: GroupsProps) {
  const { words } = useSite()
  const { page, hasMore } = all
  // Other pages may have plans of the other group.
  const isPart = page > 1 || hasMore
  const several = plans.filter(({ kind }) => kind === 'multi')
  const one = plans.filter(({ kind }) => kind !== 'multi')
  if (!groups || (!isPart && (several.length === 0 || one.length === 0)))
    return <PlanCards tariffs={plans} {...props} />
  const named = [
    { title: groups.one, list: one },
    { title: groups.several, list: several },
  ].filter(({ list }) => list.length > 0)
  return sortOnSaleFirst(named).map(({ title, list }) => (
    <Fragment key={title}>
      <h3 className="group">
        {page > 1 ? words('country.groupOnPage', { group: title, page }) : title}
      </h3>
      <PlanCards tariffs={list} {...props} />
    </Fragment>
  ))
}

type Group = { readonly title: string; readonly list: readonly Plan[] }

/** Puts a group without a plan in stock last. */
function sortOnSaleFirst(groups: readonly Group[]): readonly Group[] {
  const isOnSale = ({ list }: Group) => list.some(({ inStock }) => inStock)
  return groups.toSorted((a, b) => Number(isOnSale(b)) - Number(isOnSale(a)))
}
