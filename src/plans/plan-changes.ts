import { z } from 'zod'
import type { Currency } from '../kit/money.shared.ts'
import { insertRows, prepareRows, replaceOn, readJsonColumn } from '../kit/db.ts'
import { canSell } from './can-sell.ts'
import { prices as storedPrices } from '../api/common.ts'
import { dayRangeOf, trafficSizeOf, unitPrices } from '../kit/plan-sizes.shared.ts'
import { usualThreshold } from './trip.ts'
import { everywhere, unlimitedMb } from './placements.ts'
import type { CataloguePlan } from './columns.ts'
import { raw, readRows, sql, type Sql } from '../kit/sql.ts'

/** A worker's database, or the one of a command. */
export type PlanDatabase = Pick<D1Database, 'prepare' | 'batch'>

export type StoredPlan = {
  readonly record: PlanRecord
  /** In minor units of the base currency. Null if the plan is in no list. */
  readonly listedPrice: number | null
  readonly isOffSale: boolean
  /** The plan version. */
  readonly changes: number
}

export type PlanChange = {
  readonly before: PlanRecord | null
  readonly after: PlanRecord
  /** The plan version that was compared, or null for a new plan. */
  readonly changes: number | null
  /** Columns that differ. */
  readonly fields: readonly string[]
  /** The columns to write to lists. `prices` does not update indexes without a price. */
  readonly placements: 'same' | 'prices' | 'all'
}

/**
 * Compares a plan with the database. Returns null when the database already has these values. A
 * plan that staff took off sale stays off sale.
 */
export function comparePlan(stored: StoredPlan | undefined, described: PlanRecord, base: Currency) {
  const after = stored?.isOffSale ? { ...described, is_listed: 0 as const } : described
  const before = stored?.record ?? null
  const fields = Object.keys(after).filter((field) => before?.[field] !== after[field])
  const placements = placementChange(stored, after, base)
  if (fields.length === 0 && placements === 'same') return null
  return { before, after, changes: stored?.changes ?? null, fields, placements }
}

function placementChange(
  stored: StoredPlan | undefined,
  after: PlanRecord,
  base: Currency,
): PlanChange['placements'] {
  const next = placementOf(after, base)
  if (!stored || stored.record.is_listed === 0 || next === null || stored.listedPrice === null)
    return (stored?.listedPrice ?? null) === null && next === null ? 'same' : 'all'
  const known = placementOf({ ...stored.record, prices: after.prices }, base)
  if (JSON.stringify(known) !== JSON.stringify(next)) return 'all'
  return stored.listedPrice === next.price ? 'same' : 'prices'
}

/** Kinds of changes that the shop shows to the operator, most important first. */
export const changeKinds = ['new', 'gone', 'price', 'changed'] as const
export type ChangeKind = (typeof changeKinds)[number]

/**
 * Returns the kind that summaries count the change under: `gone` and `new` are about lists of
 * plans.
 */
export function changeKind({ before, after, fields }: PlanChange): ChangeKind {
  if (after.is_listed === 0) return before?.is_listed === 1 ? 'gone' : 'changed'
  if (before === null || before.is_listed === 0) return 'new'
  return fields.includes('prices') ? 'price' : 'changed'
}

/** A million rows with index entries take too long for one request. */
const plansPerTransaction = 2000

/** Splits ids or changes into parts that fit into a transaction. */
export function transactionsOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / plansPerTransaction)
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * plansPerTransaction, (index + 1) * plansPerTransaction),
  )
}

/**
 * Returns statements that write changes of plans. The operators must exist.
 * @param sources statements for `plan_sources`, which run after the plans and before the lists
 */
export function planStatements(
  db: PlanDatabase,
  changes: readonly PlanChange[],
  base: Currency,
  sources: readonly D1PreparedStatement[] = [],
): D1PreparedStatement[] {
  const rows = changes.filter(({ fields }) => fields.length > 0).map(({ after }) => after)
  const placed = (kind: PlanChange['placements']) =>
    changes.flatMap(({ after, placements }) =>
      placements === kind ? (placementOf(after, base) ?? []) : [],
    )
  const replaced = changes.flatMap(({ before, after, placements }) =>
    placements === 'all' && before !== null ? after.id : [],
  )
  return [
    ...insertRows(db, 'plans', rows, replaceOn(['id'], Object.keys(rows[0] ?? {}))),
    ...sources,
    ...prepareRows(
      db,
      placed('prices'),
      (
        json,
      ) => sql`UPDATE placements SET price = value ->> 'price', unit_price = value ->> 'unit_price'
        FROM json_each(${json}) WHERE placements.plan_id = value ->> 'plan_id'`,
    ),
    ...prepareRows(
      db,
      replaced,
      (ids) => sql`DELETE FROM placements WHERE plan_id IN (SELECT value FROM json_each(${ids}))`,
    ),
    ...insertPlacements(db, placed('all')),
  ]
}

function insertPlacements(db: PlanDatabase, rows: readonly Placement[]): D1PreparedStatement[] {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'places')
  const values = columns.map((column) => `plan.value ->> '${column}'`)
  return prepareRows(
    db,
    rows,
    (json) => sql`INSERT INTO placements (place, ${raw(columns.join(', '))}, in_stock)
      SELECT place.value, ${raw(values.join(', '))}, ${raw(canSell(`plan.value ->> 'plan_id'`))}
      FROM json_each(${json}) AS plan CROSS JOIN json_each(plan.value -> 'places') AS place`,
  )
}

/** The places where a plan is listed, and its columns of `placements`. */
type Placement = NonNullable<ReturnType<typeof placementOf>>

const codes = z.array(z.string())

/**
 * Returns null for a plan that is not listed. Throws an error for a listed plan without a base
 * price.
 */
function placementOf(record: PlanRecord, base: Currency) {
  if (record.is_listed === 0) return null
  const countries = readJsonColumn('plans.country_codes', codes, record.country_codes)
  const { region_ident: region, world_region: worldRegion } = record
  const { traffic_mb: trafficMb, validity_days: validityDays } = record
  const prices = readJsonColumn('plans.prices', storedPrices, record.prices)
  const price = prices[base]
  const unitPrice = unitPrices({ trafficMb, validityDays, prices })[base]
  if (price === undefined || unitPrice === undefined)
    throw new Error(
      `The listed plan ${record.id} has no price in ${base}. Set a price in this base currency.`,
    )
  const places = [
    everywhere,
    ...countries,
    ...(region === null ? [] : [`${countries[0]}/${region}`]),
    ...(worldRegion === null ? [] : [worldRegion]),
  ]
  return {
    places: [...new Set(places)],
    plan_id: record.id,
    operator_ident: record.operator_ident,
    kind: record.kind,
    countries: record.kind === 'multi' ? countries.map((code) => `${code},`).join('') : null,
    traffic_mb: trafficMb ?? unlimitedMb,
    full_speed_mb: trafficMb === null ? (record.fair_use_threshold_mb ?? usualThreshold) : null,
    validity_days: validityDays,
    traffic_size: trafficSizeOf(trafficMb),
    day_range: dayRangeOf(validityDays),
    price,
    unit_price: unitPrice,
  }
}

/** Plans per query, about 4 MB. */
export const storedPageSize = 5000

type StoredRow = PlanRecord & {
  readonly set_prices: string
  readonly off_sale_at: string | null
  readonly changes: number
  readonly listed_price: number | null
}

/** SQL: the columns of `plans t` that `toStoredPlan` reads. */
export const storedColumns = `t.*, (SELECT price FROM placements
  WHERE place = '${everywhere}' AND plan_id = t.id) AS listed_price`

/** Returns plans by their ids. `condition` is SQL over `plans t`. */
export async function readStoredPlans(
  db: PlanDatabase,
  condition: Sql,
): Promise<Map<string, StoredPlan>> {
  const plans = new Map<string, StoredPlan>()
  for (let last = ''; ;) {
    const results = await readRows<StoredRow>(db)`SELECT ${raw(storedColumns)} FROM plans t
      WHERE t.id > ${last} AND ${condition} ORDER BY t.id LIMIT ${raw(storedPageSize)}`
    for (const row of results) plans.set(row.id, toStoredPlan(row))
    const end = results.at(-1)
    if (!end || results.length < storedPageSize) return plans
    last = end.id
  }
}

export function toStoredPlan(row: StoredRow): StoredPlan {
  const { set_prices: _, off_sale_at: offSaleAt, listed_price: listedPrice, changes, ...rest } = row
  const record: PlanRecord = rest
  return { record, listedPrice, isOffSale: offSaleAt !== null, changes }
}

type PlanComparison = Pick<PlanChange, 'after' | 'changes'>

/** SQL: the ids of plans that changed after the comparison. */
const changedPlans = (json: string) => sql`SELECT compared.value ->> 0 AS id
  FROM json_each(${json}) AS compared
  LEFT JOIN plans t ON t.id = compared.value ->> 0
  WHERE t.changes IS NOT compared.value ->> 1`

const comparisonsOf = (plans: readonly PlanComparison[]) =>
  plans.map(({ after, changes }) => [after.id, changes])

/** Returns statements that roll back the transaction if a plan changed after the comparison. */
export function failIfChanged(db: PlanDatabase, plans: readonly PlanComparison[]) {
  // NULL violates the NOT NULL constraint, so the statement fails.
  return prepareRows(
    db,
    comparisonsOf(plans),
    (json) => sql`UPDATE state SET value = NULL
      WHERE name = 'content-version' AND EXISTS (${changedPlans(json)})`,
  )
}

/** Returns the ids of plans that changed after the comparison. */
export async function readChangedPlans(
  db: PlanDatabase,
  plans: readonly PlanComparison[],
): Promise<Set<string>> {
  return new Set(await readIDs(db, comparisonsOf(plans), changedPlans))
}

/** Returns the `id` of each row that a query finds for some rows as JSON. */
async function readIDs(db: PlanDatabase, rows: readonly unknown[], select: (json: string) => Sql) {
  const ids: string[] = []
  for (const statement of prepareRows(db, rows, select))
    for (const { id } of (await statement.all<{ id: string }>()).results) ids.push(id)
  return ids
}

/** Returns which of the ids are ids of plans. */
export async function readKnownPlans(
  db: PlanDatabase,
  ids: readonly string[],
): Promise<Set<string>> {
  const select = (json: string) =>
    sql`SELECT id FROM plans WHERE id IN (SELECT value FROM json_each(${json}))`
  return new Set(await readIDs(db, ids, select))
}

/**
 * A row of `plans`: the columns that a file or a supplier's catalogue describes. Only pages read
 * the columns that have no name here.
 */
export type PlanRecord = {
  readonly [column: string]: string | number | null
  readonly id: string
  /** The supplier whose catalogue describes the plan, or null if the operator's files do. */
  readonly supplier: string | null
  readonly operator_ident: string
  readonly kind: 'country' | 'region' | 'multi'
  /** JSON. */
  readonly country_codes: string
  readonly region_ident: string | null
  readonly world_region: string | null
  readonly traffic_mb: number | null
  readonly fair_use_threshold_mb: number | null
  readonly validity_days: number
  /** JSON. */
  readonly prices: string
  readonly is_listed: 0 | 1
  /** 1 if the operator's earlier files had the plan and the latest file does not. */
  readonly is_gone: 0 | 1
}

/** Returns the row of `plans` for a plan. `supplier` is null for the operator's files. */
export function planRecordOf(
  plan: CataloguePlan,
  isListed: boolean,
  supplier: string | null = null,
): PlanRecord {
  const { tariffID, operator, countries, region, networks: _, prices, ...others } = plan
  return {
    ...columnsOf(others),
    id: tariffID,
    supplier,
    operator_ident: operator,
    kind: kindOf(plan),
    country_codes: JSON.stringify(countries),
    region_ident: region,
    world_region: plan.worldRegion,
    traffic_mb: plan.trafficMb,
    fair_use_threshold_mb: plan.fairUseThresholdMb,
    validity_days: plan.validityDays,
    networks: JSON.stringify(networksByCountry(plan)),
    prices: JSON.stringify(prices),
    is_listed: isListed ? 1 : 0,
    is_gone: 0,
  }
}

type FieldValue = string | number | boolean | readonly string[] | null

/** Returns the columns of fields: `topUp: true` is `top_up = 1`, and a list is JSON. */
export function columnsOf(fields: { readonly [name: string]: FieldValue }) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === 'boolean' ? Number(value) : isList(value) ? JSON.stringify(value) : value,
    ]),
  )
}

function isList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value)
}

function kindOf({ countries, region, worldRegion }: CataloguePlan): PlanRecord['kind'] {
  if (worldRegion !== null || countries.length > 1) return 'multi'
  return region === null ? 'country' : 'region'
}

function networksByCountry({ countries, networks }: CataloguePlan) {
  return countries.map((code) => ({
    countryCode2Letters: code,
    networks: networks
      .filter(({ country }) => country === code)
      .map(({ title, generations }) => ({ title, generations })),
  }))
}
