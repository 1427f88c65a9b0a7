import { BoundedMap } from '../kit/bounded-map.shared.ts'
import { readJsonColumn } from '../kit/db.ts'
import type { Words } from '../words/words.shared.ts'
import { planDetails, worldRegions, type PlanDetails, type Plan } from './operations.ts'
import { unitPrices } from '../kit/plan-sizes.shared.ts'
import { defaultLocale, type Locale } from '../words/locales.shared.ts'
import { comesFromSupplier } from './can-sell.ts'
import { titleOf } from './places.ts'
import type { CatalogueDatabase } from '../context.ts'
import { raw, readRows } from '../kit/sql.ts'

/** Texts of one kind and language. An isolate with 2,000 takes 100 MB of its 128 MB. */
const maxTexts = 500

/**
 * Returns a function that parses each text of a language only once, because most pages show plans
 * of other pages. It returns the same object for the same text. Do not change the object.
 */
export function parsedOnce<T>(parse: (text: string, words: Words) => T) {
  const results = new WeakMap<Words, BoundedMap<string, T>>()
  return (text: string, words: Words): T => {
    const known = results.get(words) ?? new BoundedMap<string, T>(maxTexts)
    results.set(words, known)
    const found = known.get(text)
    if (found !== undefined) return found
    const result = parse(text, words)
    known.set(text, result)
    return result
  }
}

/** A plan as `planColumn` selects it. */
export type PlanRow = {
  /** A JSON list of the plan's values. */
  tariff: string
}

/** Values of a plan, by the expressions of `planColumns`. */
type PlanValues = Omit<
  Plan,
  'operator' | 'placeTitle' | 'worldRegion' | 'fairUse' | 'unitPrices' | 'inStock'
> & {
  readonly operatorIdent: string
  readonly operatorTitle: string
  readonly worldRegion: string | null
  readonly countryTitle: string | null
  readonly regionTitle: string | null
  readonly thresholdMb: number | null
  readonly speedKbps: number | null
  readonly isInStock: number
}

/** SQL expressions over `plans t` with `planJoins`. */
function planColumns(
  lang: Locale,
  inStock: string,
): { readonly [Name in keyof PlanValues]: string } {
  return {
    tariffID: 't.id',
    operatorIdent: 't.operator_ident',
    operatorTitle: 'o.title',
    kind: 't.kind',
    countryCodes: 'json(t.country_codes)',
    regionIdent: 't.region_ident',
    worldRegion: 't.world_region',
    countryTitle: titleOf(country, lang),
    regionTitle: titleOf(`(${country}) || '/' || t.region_ident`, lang),
    market: 't.market',
    trafficMb: 't.traffic_mb',
    thresholdMb: 't.fair_use_threshold_mb',
    speedKbps: 't.fair_use_speed_kbps',
    validityDays: 't.validity_days',
    starts: 't.starts',
    prices: 'json(t.prices)',
    minutes: 't.minutes',
    sms: 't.sms',
    unlimitedApps: 'json(t.unlimited_apps)',
    isInStock: inStock,
  }
}

/** SQL: 1, 0 or NULL as JSON. */
const flag = (value: string) =>
  `json(CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)`

/**
 * SQL expressions over `plans t`. A plan without a supplier cannot be topped up, even if its file
 * states it.
 */
const detailColumns: { readonly [Name in keyof PlanDetails]: string } = {
  fairUseNote: 't.fair_use_note',
  hotspot: 't.hotspot',
  topUp: flag(`iif(t.top_up = 1, ${comesFromSupplier('t.id')}, t.top_up)`),
  kyc: flag('t.kyc'),
  apn: 't.apn',
  conditions: 't.conditions',
}

/**
 * SQL: the details of a plan as JSON by their names.
 * @param columns SQL expressions for other columns than those that pages show
 */
export function detailsJson(columns: Partial<typeof detailColumns> = {}): string {
  const all = Object.entries({ ...detailColumns, ...columns })
  return `json_object(${all.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`
}

/** SQL: whether the file or the catalogue of a plan says that it can be topped up. */
export const statedTopUp = flag('t.top_up')

const country = 't.country_codes ->> 0'
const valueNames = Object.keys(planColumns(defaultLocale, ''))

export const planJoins = 'JOIN operators o ON o.ident = t.operator_ident'

/**
 * Returns the column of a `PlanRow`, from `plans t` with `planJoins`.
 * @param inStock an SQL expression
 */
export function planColumn(lang: Locale, inStock: string): string {
  return `${planJson(lang, inStock)} AS tariff`
}

/**
 * SQL: the values of a plan in one column, because D1's client takes time for each column of each
 * row. It is a list, because D1 functions have at most 32 arguments, and names would be sent with
 * every row.
 */
export function planJson(lang: Locale, inStock: string): string {
  return `json_array(${Object.values(planColumns(lang, inStock)).join(', ')})`
}

/**
 * Returns the same object for equal rows. Do not change it. Does not validate the row, because a
 * page has hundreds of rows. The import has validated the columns, and the API client validates
 * every result, also of an embedded backend.
 */
export function toPlan({ tariff: plan }: PlanRow, words: Words): Plan {
  return parsePlan(plan, words)
}

/** Returns a plan with its details, which the row has as `detailsJson`. */
export function toPlanWithDetails(row: PlanRow & { details: string }, words: Words) {
  return {
    ...toPlan(row, words),
    ...readJsonColumn('plans.details', planDetails, row.details),
  }
}

const parsePlan = parsedOnce((text, words) => planOf(JSON.parse(text), words))

/** @param values of `planJson` */
export function planOf(values: readonly unknown[], words: Words): Plan {
  const {
    operatorIdent,
    operatorTitle,
    countryTitle,
    regionTitle,
    thresholdMb,
    speedKbps,
    isInStock,
    ...plan
  } = namedValues(values)
  const worldRegion = worldRegions.find((each) => each === plan.worldRegion) ?? null
  return {
    ...plan,
    operator: { ident: operatorIdent, title: operatorTitle },
    placeTitle:
      worldRegion === null
        ? (regionTitle ?? countryTitle ?? plan.countryCodes[0]?.toUpperCase() ?? '')
        : words(`worldRegions.${worldRegion}`),
    worldRegion,
    fairUse: thresholdMb === null ? null : { thresholdMb, speedKbps },
    unitPrices: unitPrices(plan),
    inStock: isInStock === 1,
  }
}

function namedValues(values: readonly unknown[]): PlanValues {
  const named = Object.fromEntries(valueNames.map((name, index) => [name, values[index]]))
  return named as PlanValues // the columns of the table
}

/** Returns plans by their ids, listed or not. Their `inStock` is true. */
export async function plansByID(
  db: CatalogueDatabase,
  tariffIDs: readonly string[],
  lang: Locale,
  words: Words,
): Promise<ReadonlyMap<string, Plan>> {
  if (tariffIDs.length === 0) return new Map()
  const results = await readRows<PlanRow>(db)`SELECT ${raw(planColumn(lang, '1'))}
    FROM plans t ${raw(planJoins)}
    WHERE t.id IN (SELECT value FROM json_each(${JSON.stringify(tariffIDs)}))`
  const plans = results.map((row) => toPlan(row, words))
  return new Map(plans.map((plan) => [plan.tariffID, plan]))
}
