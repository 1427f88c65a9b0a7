import { worldRegion, type Country, type Plan } from '../operations.ts'
import { isSmallGroup, membersOf, worldRegionOf } from '../../words/search-words.shared.ts'
import { groupFare } from '../trip.ts'
import type { TripStop } from '../trip-search.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { megabytesInGigabyte } from '../../kit/plan-sizes.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import { sizeText, unitPriceText } from '../../words/plan-words.ts'
import type { Words } from '../../words/words.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { PlanPassCard } from '../plan-card.tsx'

type GroupTrip = {
  readonly groups: readonly string[]
  /** Other countries of the trip. */
  readonly countries: readonly Country[]
  readonly days: number
  readonly gigabytes: number
}

/** Finds the plan for each group of countries, which should work in the other countries too. */
export async function loadGroups(c: AppContext, all: readonly Country[], trip: GroupTrip) {
  const { api, words, config } = c.var
  return Promise.all(
    trip.groups.map(async (group) => {
      const region = worldRegion.parse(worldRegionOf(group))
      const fares = await api.tariffFares({ worldRegion: region })
      const named = trip.countries.map(({ countryCode2Letters: code }) => code)
      const members = [...membersOf(group), ...named]
      const need = { ...trip, members }
      const plan = fares.ok ? groupFare(fares.value.data, need, config.CURRENCIES[0]) : undefined
      const isMissing = ({ countryCode2Letters: code }: Country) =>
        members.includes(code) && plan?.countryCodes.includes(code) === false
      return {
        title: stopTitle(words, { group }),
        region,
        plan,
        /** Countries of the group, or of the trip, in which the plan does not work. */
        missing: all.filter(isMissing),
        /** The number of countries in which it should work. */
        members: members.length,
      }
    }),
  )
}

type GroupAnswer = Awaited<ReturnType<typeof loadGroups>>[number]

/** Returns a title with which the planner finds the same place when the form is sent. */
export function stopTitle(words: Words, stop: TripStop<Country>): string {
  if ('country' in stop) return stop.country.title
  const { group } = stop
  if (isSmallGroup(group)) return words(`tripSearch.groups.${group}`)
  return words(`worldRegions.${worldRegion.parse(group)}`)
}

type Props = {
  readonly groups: readonly GroupAnswer[]
  readonly days: number
  readonly gigabytes: number
}

/** Shows the plan for each group of countries that a trip names: Europe, the Balkans. */
export function GroupPlans({ groups, days, gigabytes }: Props) {
  const site = useSite()
  const { locale, words } = site
  const need = {
    days: words('units.days', { count: days }),
    size: sizeText(site, { trafficMb: gigabytes * megabytesInGigabyte }),
  }
  return groups.map(({ title, region, ...answer }) => (
    <section key={title} className="first choices">
      <div>
        <p className="eyebrow">{words('tripSearch.for', need)}</p>
        <h2>{title}</h2>
      </div>
      {answer.plan ? (
        <GroupPlan {...answer} plan={answer.plan} />
      ) : (
        <p className="empty">{words('tripSearch.none', need)}</p>
      )}
      <p className="actions">
        <a href={`${href(locale, 'worldRegion', null, { region })}#covered`}>
          {words('tripSearch.whichCountries')}
        </a>
        <a href={href(locale, 'worldRegion', null, { region })}>
          {words('tripSearch.allOfRegion', { region: words(`worldRegions.${region}`) })}
        </a>
      </p>
    </section>
  ))
}

type GroupPlanProps = Pick<GroupAnswer, 'missing' | 'members'> & { readonly plan: Plan }

function GroupPlan({ plan, missing, members }: GroupPlanProps) {
  const site = useSite()
  return (
    <>
      <ul className="passes stops">
        <PlanPassCard
          tariff={plan}
          label={<span>{plan.placeTitle}</span>}
          note={unitPriceText(site, plan)}
          isMain={missing.length === 0}
        >
          {site.words('units.countries', { count: plan.countryCodes.length })}
        </PlanPassCard>
      </ul>
      {missing.length > 0 && <Missing missing={missing} members={members} />}
    </>
  )
}

/** More names are a list that nobody reads. */
const mostNamed = 6

function Missing({ missing, members }: Pick<GroupAnswer, 'missing' | 'members'>) {
  const { locale, words } = useSite()
  const names = missing.map(({ countryCode2Letters: code, title }) =>
    placePhrase(locale, code, title),
  )
  return (
    <p>
      <b>
        {names.length <= mostNamed
          ? words('tripSearch.notIn', { countries: names.join(', ') })
          : words('tripSearch.partOf', { count: members - names.length, total: members })}
      </b>
    </p>
  )
}
