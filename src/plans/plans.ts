import { z } from 'zod'
import type { InputOf, OutputOf } from '../operations.ts'
import { detailedPlan } from './operations.ts'
import type { PlanDetails, Plan, DetailedPlan, Operator } from './operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { Words } from '../words/words.shared.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import { notFound, type OperationResult } from '../api/operation-result.ts'
import { pageOf, type ListPage } from '../kit/paging.ts'
import { storedJson } from '../kit/db.ts'
import { popularCount } from '../kit/limits.shared.ts'
import { narrowBySearch, titleIn, withSafeLink } from './places.ts'
import {
  detailsJson,
  parsedOnce,
  planColumn,
  planJoins,
  planJson,
  planOf,
  toPlan,
} from './plan-rows.ts'
import type { PlanRow } from './plan-rows.ts'
import { everywhere, orderOf, placeOf, placementKeys, unlimitedMb } from './placements.ts'
import type { PlanFilter } from './placements.ts'
import { canSell } from './can-sell.ts'
import { pickNames, pickNeeds } from './fares.ts'
import { dayRangeNames, dayRanges } from '../kit/plan-sizes.shared.ts'
import { raw, readRow, readRows, sql } from '../kit/sql.ts'

type PlanListInput = InputOf<'tariffsMarketplace'>

export async function listPlans(
  { catalogue: db, words }: BackendContext,
  query: PlanListInput,
): Promise<OperationResult<ListPage<Plan>>> {
  const { sort, lang } = query
  return ok(
    await pageOf(db, query, {
      ...placementKeys(await filterOf(db, query), sort),
      around: (page) => sql`SELECT ${raw(planColumn(lang, 'page.in_stock'))} FROM (${page}) page
        JOIN plans t ON t.id = page.plan_id ${raw(planJoins)}
        ORDER BY ${raw(orderOf(sort, 'page'))}`,
      toItem: (row: PlanRow) => toPlan(row, words),
    }),
  )
}

async function filterOf(db: CatalogueDatabase, query: PlanListInput): Promise<PlanFilter> {
  const { lang, operator, traffic: size, days, search_string } = query
  const narrowed =
    search_string.trim() === '' ? null : await narrowBySearch(db, lang, search_string)
  const place = placeOf(query)
  const named = narrowed?.country ?? narrowed?.worldRegion ?? null
  const operators = narrowed && named === null ? narrowed.operators : null
  return {
    place: place === everywhere ? (named ?? place) : place,
    operators: operator === undefined ? operators : [operator],
    size,
    days,
  }
}

/**
 * Returns one plan for each popular country: the plan of about 5 to 20 GB with the lowest price per
 * GB.
 */
export async function listPopularPlans(
  { catalogue: db, words }: BackendContext,
  { lang }: { lang: Locale },
): Promise<OperationResult<{ data: Plan[] }>> {
  const results = await readRows<PlanRow>(db)`SELECT ${raw(planColumn(lang, '1'))} FROM places
    JOIN plans t ON t.id = (SELECT plan_id FROM placements INDEXED BY placements_popular
      WHERE place = places.place AND in_stock = 1 AND kind = 'country'
        AND traffic_mb BETWEEN 5000 AND 21000
      ORDER BY unit_price, plan_id LIMIT 1)
    ${raw(planJoins)} WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${raw(popularCount)}`
  return ok({ data: results.map((row) => toPlan(row, words)) })
}

type DetailsValues = readonly [
  plan: readonly unknown[],
  contacts: Omit<Operator, 'ident' | 'title'>,
  networks: string,
  countryTitles: { readonly [code: string]: string | null },
  details: PlanDetails,
]

const storedNetworks = z.array(
  detailedPlan.shape.networks.unwrap().element.omit({ countryTitle: true }),
)

/** Returns delisted plans too, because their buyers can still read them. */
export async function tariffByID(
  context: BackendContext,
  { lang, id }: { lang: Locale; id: string },
): Promise<OperationResult<{ data: DetailedPlan }>> {
  const { catalogue: db, words } = context
  const row = await readRow<{ details: string }>(db)`SELECT
      json_array(${raw(planJson(lang, `t.is_listed AND ${canSell('t.id')}`))},
      json_object('website', o.website, 'supportPhone', o.support_phone,
        'supportEmail', o.support_email),
      t.networks,
      (SELECT json_group_object(place, ${raw(titleIn(lang))}) FROM places
        WHERE place IN (SELECT value ->> 'countryCode2Letters' FROM json_each(t.networks))),
      ${raw(detailsJson())}) AS details
    FROM plans t ${raw(planJoins)} WHERE t.id = ${id}`
  return row ? ok({ data: parseDetails(row.details, words) }) : notFound(context)
}

const parseDetails = parsedOnce((text, words) => detailsOf(JSON.parse(text), words))

function detailsOf([plan, contacts, networks, titles, details]: DetailsValues, words: Words) {
  const tariff = planOf(plan, words)
  return {
    ...tariff,
    operator: withSafeLink({ ...contacts, ...tariff.operator }),
    networks: storedJson(storedNetworks, networks, []).map((network) => ({
      ...network,
      countryTitle:
        titles[network.countryCode2Letters] ?? network.countryCode2Letters.toUpperCase(),
    })),
    ...details,
  }
}

type Entry = OutputOf<'tariffIndex'>['data'][number]

/** Returns every `every`th plan on sale in the order of ids, for the parts of the sitemap. */
export async function listPlanIndex(
  { catalogue: db }: BackendContext,
  { from, every, limit }: InputOf<'tariffIndex'>,
): Promise<OperationResult<{ data: Entry[] }>> {
  const data = await readRows<Entry>(db)`WITH RECURSIVE step (id) AS (
      SELECT min(plan_id) FROM placements WHERE place = ${everywhere}
        AND plan_id >= ${from ?? ''}
      UNION ALL
      SELECT (SELECT plan_id FROM placements WHERE place = ${everywhere} AND plan_id > id
        ORDER BY plan_id LIMIT 1 OFFSET ${every} - 1)
      FROM step WHERE id IS NOT NULL LIMIT ${limit}
    )
    SELECT plan_id AS tariffID, operator_ident AS operatorIdent FROM step
    CROSS JOIN placements ON place = ${everywhere} AND plan_id = id ORDER BY plan_id`
  return ok({ data })
}

/** Maximum pairs of size and validity of a place. */
const maxFares = 200

/** SQL: a plan for one region does not work in the rest of its country. */
export const worksInPlace = `(kind <> 'region' OR instr(place, '/') > 0)`

const nextFare = (after: string) => `SELECT plan_id FROM placements INDEXED BY placements_fares
  WHERE place = ?1 AND in_stock = 1 AND ${worksInPlace} AND (traffic_mb, validity_days) > (${after})
  ORDER BY traffic_mb, validity_days, price, plan_id LIMIT 1`

/**
 * SQL: a table with the cheapest plan in stock of each size and validity in a place. Skips from one
 * pair to the next in the index, so the cost grows with the number of pairs, not of plans. SQLite
 * seeks both columns of a pair only if they are expressions, such as `+fare.traffic_mb`.
 */
export const faresOfPlace = `WITH RECURSIVE fare AS (
    SELECT traffic_mb, validity_days, price, plan_id FROM placements
    WHERE place = ?1 AND plan_id = (${nextFare('0, 0')})
    UNION ALL
    SELECT p.traffic_mb, p.validity_days, p.price, p.plan_id FROM fare CROSS JOIN placements p
    WHERE p.place = ?1
      AND p.plan_id = (${nextFare('+fare.traffic_mb, +fare.validity_days')})
    LIMIT ${maxFares}
  )`

/** SQL: a number for each range of days, so that a table of ranges has a fare for each. */
const dayRange = dayRangeNames.map((name) => `(validity_days > ${dayRanges[name].to})`).join(' + ')

/**
 * Selects the fares that a page needs. Of the same size and range of days, a fare that lasts longer
 * and does not cost more replaces the others. Unlimited plans stay, because they slow down at
 * different amounts.
 */
export const usefulFares = `${faresOfPlace}, compared AS (
    SELECT *, min(price) OVER (PARTITION BY traffic_mb, ${dayRange} ORDER BY validity_days DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS longer_price
    FROM fare
  ), useful AS (
    SELECT * FROM compared
    WHERE traffic_mb = ${unlimitedMb} OR longer_price IS NULL OR price < longer_price
  )`

/** Selects the cheapest fare for each kind of trip, as `picksOf` does. */
export const pickedFares = `${faresOfPlace}, useful AS (${pickNames
  .map((name) => {
    const { from, to, days } = pickNeeds[name]
    return `SELECT * FROM (SELECT * FROM fare
      WHERE traffic_mb BETWEEN ${from} AND ${to ?? unlimitedMb} AND validity_days >= ${days}
      ORDER BY price, traffic_mb DESC, validity_days DESC LIMIT 1)`
  })
  .join(' UNION ')})`

/** Returns the fares of a place that pages use, by data and days. */
export async function listFares(
  { catalogue: db, words }: BackendContext,
  query: InputOf<'tariffFares'>,
): Promise<OperationResult<{ data: Plan[] }>> {
  const { results } = await db
    .prepare(
      `${query.picks === 'true' ? pickedFares : usefulFares} SELECT ${planColumn(query.lang, '1')}
      FROM useful JOIN plans t ON t.id = useful.plan_id ${planJoins}
      ORDER BY useful.traffic_mb, useful.validity_days`,
    )
    .bind(placeOf(query))
    .all<PlanRow>()
  return ok({ data: results.map((row) => toPlan(row, words)) })
}
