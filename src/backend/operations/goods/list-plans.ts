import { worldRegions } from '../../../contract/places.ts'
import type { Locale } from '../../../locale/locales.ts'
import { wordsOf } from '../../../locale/words.ts'
import { narrowBySearch } from '../../catalogue/narrow-by-search.ts'
import { everywhere } from '../../catalogue/placements.ts'
import { tariffJoins } from '../../catalogue/tariff-rows.ts'
import { union } from '../../catalogue/union-all.ts'
import type { BackendContext } from '../../context.ts'
import { supplierFacts } from '../../suppliers/suppliers.ts'
import { listedPlanColumns, toListedPlan } from './plan-rows.ts'
import type { ListedPlan, ListedPlanRow } from './plan-rows.ts'

/** The filter of a list of plans. */
export const planGroups = ['all', 'sold-out', 'off'] as const
export type PlanGroup = (typeof planGroups)[number]

export type PlanSearch = {
  /** The start of a plan's id, a place, an operator or a supplier. '': every plan of the group. */
  readonly query: string
  /** Only without a query. */
  readonly group: PlanGroup
  /** The last plan of the page before, or ''. */
  readonly after: string
}

export type PlanPage = {
  readonly plans: readonly ListedPlan[]
  /** `after` of the next page; null when this is the last one. */
  readonly next: string | null
}

export const plansPerPage = 50
/** The most operators that a search matches: each is a range of an index. */
const mostOperators = 10

/** Plans in the order of their ids. Reads a page of an index, however large the catalogue is. */
export async function listPlans(
  { db }: Pick<BackendContext, 'db'>,
  search: PlanSearch,
  locale: Locale,
): Promise<PlanPage> {
  const query = search.query.trim().toLowerCase()
  const { ranges, params } =
    query === '' ? groupRanges[search.group] : await matchesOf(db, query, locale)
  const limit = plansPerPage + 1
  // ?1 is the last plan of the page before.
  const ids = ranges.map(
    ({ id, from }) =>
      `SELECT * FROM (SELECT DISTINCT ${id} AS id ${from} AND ${id} > ?1
        ORDER BY ${id} LIMIT ${limit})`,
  )
  const { results } = await db
    .prepare(
      `SELECT ${listedPlanColumns(locale)}
      FROM (SELECT DISTINCT id FROM (${union(ids)}) ORDER BY id LIMIT ${limit}) page
      CROSS JOIN tariffs t ON t.id = page.id ${tariffJoins} ORDER BY t.id`,
    )
    .bind(search.after, ...params)
    .all<ListedPlanRow>()
  const plans = results.slice(0, plansPerPage).map((row) => toListedPlan(row, locale))
  return { plans, next: results.length < limit ? null : (plans.at(-1)?.tariffID ?? null) }
}

/** A range of an index whose last column is the id of a plan. */
type IdRange = { readonly id: string; readonly from: string }
type IdRanges = { readonly ranges: readonly IdRange[]; readonly params: readonly string[] }

const groupRanges: { readonly [group in PlanGroup]: IdRanges } = {
  all: { ranges: [{ id: 'id', from: 'FROM tariffs WHERE true' }], params: [] },
  'sold-out': {
    ranges: [
      {
        id: 'tariff_id',
        from: `FROM placements INDEXED BY placements_sold_out
          WHERE place = '${everywhere}' AND in_stock = 0`,
      },
    ],
    params: [],
  },
  off: { ranges: [{ id: 'id', from: 'FROM tariffs WHERE is_listed = 0' }], params: [] },
}

async function matchesOf(db: D1Database, query: string, locale: Locale): Promise<IdRanges> {
  const words = wordsOf(locale)
  const region = worldRegions.find(
    (each) => each === query || words(`worldRegions.${each}`).toLowerCase() === query,
  )
  const narrowed = await narrowBySearch(db, locale, query)
  const { operators } = narrowed
  // `tr-` begins ids, but would also match names of countries.
  const country = /^[a-z]{2}-/.test(query) ? null : narrowed.country
  const supplier = supplierFacts.find(({ id }) => id === query)?.id
  const params: string[] = []
  const param = (value: string) => `?${params.push(value) + 1}`
  const place = region ?? country
  const ranges = [
    { id: 'id', from: `FROM tariffs WHERE id >= ${param(query)} AND id < ${param(`${query}~`)}` },
    ...(place === null
      ? []
      : [{ id: 'tariff_id', from: `FROM placements WHERE place = ${param(place)}` }]),
    // Plans that are not on sale have no places.
    ...(country === null
      ? []
      : [
          {
            id: 'id',
            from: `FROM tariffs WHERE is_listed = 0
              AND country_codes = ${param(JSON.stringify([country]))}`,
          },
        ]),
    ...operators
      .slice(0, mostOperators)
      .map((ident) => ({ id: 'id', from: `FROM tariffs WHERE operator_ident = ${param(ident)}` })),
    ...(supplier === undefined
      ? []
      : [{ id: 'tariff_id', from: `FROM tariff_sources WHERE supplier = ${param(supplier)}` }]),
  ]
  return { ranges, params }
}
