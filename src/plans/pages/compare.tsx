import { z } from 'zod'
import { countryCode, regionIdent, tariffID } from '../../api/common.ts'
import { worldRegion, type Country, type DetailedPlan } from '../operations.ts'
import { CountryChips } from '../place-list.tsx'
import { joinedFields } from '../../site/page-input.ts'
import {
  planQuery,
  placeOfPlan,
  isFiltered,
  compareHref,
  type PlansPlace,
  type PlanQuery,
} from '../plan-filters.tsx'
import type { ApiClient } from '../../site/api/api-client.ts'
import type { ApiResult } from '../../site/api/api-result.ts'
import { nearestFares } from '../fares.ts'
import { ok } from '../../kit/result.shared.ts'
import { apiErrorPage } from '../../site/error-pages.tsx'
import type { AppContext } from '../../site/app-env.ts'
import { page, pageOrFirst } from '../../site/page.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { href } from '../../words/paths.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { Fact, Facts } from '../../ui/lists.tsx'
import { Breadcrumbs, SearchForm } from '../../ui/navigation.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { findOperator } from './place-parts.tsx'
import { planName } from '../../words/plan-words.ts'
import { BuyButton, PlanLink } from '../plan-card.tsx'
import { compare, planNames, type ComparedFact } from './comparison.ts'

/** Plans side by side. A computer has no room for more columns. */
const mostCompared = 3

/** Marks that the page shows again when there are too many. Each one needs an API call. */
const mostKept = 6

/** Maximum marked plans in an address: three pages of the list. */
const mostMarked = 60

/**
 * The plans that are marked, and the place and filters of the list to mark plans in. The plans are
 * sorted, so that each comparison has one address in the page cache.
 */
export const compareQuery = planQuery.extend({
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
type CompareQuery = z.output<typeof compareQuery>

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

/** Search engines do not index the page, because every set of plans has an address. */
export const comparePage = page('compare', {
  access: 'public',
  query: compareQuery,
  async get(c, { query }) {
    const loaded = await loadComparison(c, query)
    if (!loaded.ok) return apiErrorPage(c, loaded.error)
    const comparison = loaded.value
    const soldOut = comparison.plans.filter(({ inStock }) => !inStock)
    reportUnmetDemand(
      c,
      soldOut.map(({ tariffID: subject }) => ({ kind: 'tariff', subject })),
    )
    const { words } = c.var
    return c.render(<CompareContent {...comparison} />, {
      opening: <CompareMasthead {...comparison} />,
      title: titleOf(words, comparison),
      description: words('compare.description'),
      noindex: true,
      styles: 'compare',
    })
  },
})

type ComparedPlans = Awaited<ReturnType<typeof loadLists>> & {
  /** The compared plans. Empty if too few or too many plans are marked. */
  readonly plans: readonly DetailedPlan[]
  readonly marked: readonly DetailedPlan[]
  /** Plans that the page added to the only marked plan. */
  readonly added: readonly DetailedPlan[]
  /** The number of plans that the visitor has marked. The page keeps only some of many marks. */
  readonly count: number
  /** Whether a marked plan no longer exists. */
  readonly isGone: boolean
  /** Where a visitor starts who has named no place, because plans of one place can be compared. */
  readonly popular: readonly Country[]
}

async function loadComparison(
  c: AppContext,
  query: CompareQuery,
): Promise<ApiResult<ComparedPlans>> {
  const { api } = c.var
  const { kept: marks, count } = markedPlans(query)
  const given = placeOfQuery(query)
  // Without a place in the address, the list is that of the first plan.
  const [plans, known] = await Promise.all([
    loadPlans(api, marks),
    given === null && marks.length > 0 ? null : loadLists(c, query, given ?? {}),
  ])
  if (!plans.ok) return plans
  const marked = plans.value
  const [first] = marked
  const lists = known ?? (await loadLists(c, query, first ? placeOfPlan(first) : {}))
  const added = first && marked.length === 1 ? await loadClosest(api, first, lists.place) : []
  return ok({
    ...lists,
    plans: marked.length > mostCompared ? [] : [...marked, ...added],
    marked,
    added,
    count,
    isGone: marked.length < marks.length,
    popular:
      lists.placeTitle === null && marks.length === 0 && !isFiltered(query)
        ? (await c.var.dictionaries.popularCountries()).list
        : [],
  })
}

/** Returns null if the address names no place. */
function placeOfQuery({ country, region, worldRegion }: CompareQuery): PlansPlace | null {
  if (country !== undefined) return region === undefined ? { country } : { country, region }
  return worldRegion === undefined ? null : { worldRegion }
}

async function loadLists(c: AppContext, filters: CompareQuery, place: PlansPlace) {
  const { api, dictionaries, words } = c.var
  const { country: code, worldRegion } = place
  const operator = await findOperator(api, filters.operator, placeOf(place))
  const query = { ...listFilters(filters), operator }
  const [country, answer] = await Promise.all([
    code === undefined ? null : dictionaries.country(code),
    pageOrFirst(query.page, (at) =>
      api.tariffsMarketplace({ ...query, ...placeOf(place), page: at }),
    ),
  ])
  const ofRegion = worldRegion === undefined ? null : words(`worldRegions.${worldRegion}`)
  return { place, placeTitle: country?.title ?? ofRegion, query, answer }
}

/** Leaves out the marked plans and the place. */
function listFilters(query: CompareQuery): PlanQuery {
  const { search_string, operator, traffic, days, sort, page: number, per_page } = query
  return { search_string, operator, traffic, days, sort, page: number, per_page }
}

/** Returns the parameters of the API, which has no undefined ones. */
function placeOf({ country, region, worldRegion }: PlansPlace) {
  if (country === undefined) return worldRegion === undefined ? {} : { worldRegion }
  return region === undefined ? { country } : { country, region }
}

/** Leaves out plans that no longer exist. */
async function loadPlans(
  api: ApiClient,
  ids: readonly string[],
): Promise<ApiResult<readonly DetailedPlan[]>> {
  const answers = await Promise.all(ids.map(async (id) => api.tariff({ id })))
  const plans: DetailedPlan[] = []
  for (const answer of answers) {
    if (answer.ok) plans.push(answer.value.data)
    else if (answer.error.status !== 404) return answer
  }
  return ok(plans)
}

/** Returns the plans of a place that are closest to a plan. Without them, there is no comparison. */
async function loadClosest(api: ApiClient, plan: DetailedPlan, place: PlansPlace) {
  const fares = await api.tariffFares(placeOf(place))
  if (!fares.ok) return []
  const others = fares.value.data.filter(({ tariffID }) => tariffID !== plan.tariffID)
  const closest = nearestFares(others, plan, mostCompared - 1)
  const plans = await loadPlans(
    api,
    closest.map(({ tariffID }) => tariffID),
  )
  return plans.ok ? plans.value : []
}

function titleOf(words: Words, { placeTitle: place }: Pick<ComparedPlans, 'placeTitle'>): string {
  return place === null ? words('compare.title') : words('compare.titleOf', { place })
}

function CompareMasthead({ place, placeTitle, plans }: ComparedPlans) {
  const { locale, words } = useSite()
  const list = {
    label: placeTitle ?? words('tariffs.heading'),
    href: listHref(locale, placeTitle === null ? {} : place),
  }
  return (
    <section className="masthead">
      <Breadcrumbs steps={[list]} here={words('compare.title')} />
      <h1>{titleOf(words, { placeTitle })}</h1>
      {plans.length === 0 && <p className="lead">{words('compare.lead')}</p>}
    </section>
  )
}

/** Returns the URL of the list with the plans of a place. */
function listHref(locale: Locale, { country, region, worldRegion }: PlansPlace): string {
  if (worldRegion !== undefined) return href(locale, 'worldRegion', null, { region: worldRegion })
  if (country === undefined) return href(locale, 'tariffs')
  return region === undefined
    ? href(locale, 'country', { country })
    : href(locale, 'countryRegion', { country, region })
}

function CompareContent(props: ComparedPlans) {
  const { plans, marked, count, added, isGone, query, place } = props
  const { words } = useSite()
  const isTooMany = marked.length > mostCompared
  const isOpen = plans.length === 0 || isFiltered(query)
  return (
    <>
      {isTooMany && (
        <p className="form-error" role="alert">
          {tooManyText(words, count, marked.length)}
        </p>
      )}
      {isGone && <p className="notice">{words('compare.gone')}</p>}
      {plans.length > 0 && (
        <section>
          {added.length > 0 && <p className="soft">{words('compare.added')}</p>}
          <ComparisonTable plans={plans} place={place} />
        </section>
      )}
      <section id="plans">
        <details className="fold" open={isOpen}>
          <summary>{words('compare.choose')}</summary>
          {props.placeTitle === null && <PlaceChoice {...props} />}
          {props.popular.length === 0 && <PlanChoice {...props} />}
        </details>
      </section>
    </>
  )
}

function PlaceChoice({ query, popular }: Pick<ComparedPlans, 'query' | 'popular'>) {
  const { locale, words } = useSite()
  return (
    <>
      <SearchForm
        action={href(locale, 'compare')}
        label={words('tariffs.searchLabel')}
        value={query.search_string}
      />
      {popular.length > 0 && (
        <>
          <p className="eyebrow">{words('countries.popular')}</p>
          <CountryChips
            countries={popular}
            at={(country) => compareHref(locale, { country }, [])}
          />
        </>
      )}
    </>
  )
}

function tooManyText(words: Words, count: number, kept: number): string {
  const tooMany = words('compare.tooMany', { most: mostCompared, count })
  return kept < count ? `${tooMany} ${words('compare.kept', { count: kept })}` : tooMany
}

type Props = { readonly plans: readonly DetailedPlan[]; readonly place: PlansPlace }

/**
 * Shows plans in columns, whose heads stay in view. Each fact is a line above its values, so that
 * three columns fit on a phone. Facts that differ come first.
 */
function ComparisonTable({ plans, place }: Props) {
  const site = useSite()
  const { words } = site
  const { different, same } = compare(site, plans, countryOf(plans, place))
  const names = planNames(site, plans)
  return (
    <table className="compare">
      <caption>{words('compare.different')}</caption>
      <thead>
        <tr>
          {plans.map((plan, index) => (
            <th key={plan.tariffID} scope="col">
              <PlanLink tariff={plan}>{names[index]}</PlanLink>
              <RemoveLink plan={plan} plans={plans} place={place} />
            </th>
          ))}
        </tr>
      </thead>
      {different.map((fact) => (
        <FactRows key={fact.label} fact={fact} columns={plans.length} />
      ))}
      <tbody>
        <tr>
          {plans.map((plan) => (
            <td key={plan.tariffID}>{plan.inStock && <BuyButton tariff={plan} />}</td>
          ))}
        </tr>
      </tbody>
      {same.length > 0 && (
        <tbody className="same">
          <tr>
            <td colSpan={plans.length}>
              <SameFacts facts={same} />
            </td>
          </tr>
        </tbody>
      )}
    </table>
  )
}

function SameFacts({ facts }: { readonly facts: readonly ComparedFact[] }) {
  const { words } = useSite()
  return (
    <details className="fold">
      <summary>{words('compare.same')}</summary>
      <Facts>
        {facts.map(({ label, values: [value = null] }) => (
          <Fact key={label} label={label}>
            <Value value={value} isLowest={false} />
          </Fact>
        ))}
      </Facts>
    </details>
  )
}

function FactRows({ fact, columns }: { readonly fact: ComparedFact; readonly columns: number }) {
  const { label, values, lowest } = fact
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns}>
          {label}
        </th>
      </tr>
      <tr>
        {values.map((value, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column has no other key
          <td key={index}>
            <Value value={value} isLowest={lowest === index} />
          </td>
        ))}
      </tr>
    </tbody>
  )
}

/** Returns the country whose networks are compared: that of the list, or of the first such plan. */
function countryOf(plans: Props['plans'], { country }: PlansPlace): string | null {
  const single = plans.find(({ kind }) => kind !== 'multi')
  return country ?? single?.countryCodes[0] ?? null
}

function RemoveLink({ plan, plans, place }: Props & { readonly plan: DetailedPlan }) {
  const site = useSite()
  const { locale, words } = site
  const others = plans.filter((each) => each !== plan).map(({ tariffID }) => tariffID)
  if (others.length < 2) return null
  return (
    <a
      href={compareHref(locale, place, others)}
      rel="nofollow"
      aria-label={words('order.removeOf', { plan: planName(site, plan) })}
    >
      {words('order.remove')}
    </a>
  )
}

function Value({ value, isLowest }: { readonly value: string | null; readonly isLowest: boolean }) {
  const { words } = useSite()
  if (value === null) return <span className="soft">{words('tariff.notStated')}</span>
  return (
    <span>
      {value} {isLowest && <small className="verified">{words('compare.lowest')}</small>}
    </span>
  )
}
