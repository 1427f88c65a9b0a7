import { z } from 'zod'
import type { Currency } from '../kit/money.shared.ts'
import { tariffFields } from './plan-record.ts'
import type { TariffRecord } from './plan-record.ts'
import { insertRows, jsonStatements, replaceOn } from '../kit/sql-text.ts'
import { canSell } from './can-sell.ts'
import { prices as storedPrices } from '../api/common.ts'
import { dayRangeOf, trafficSizeOf, unitPrices } from '../kit/plan-sizes.shared.ts'
import { usualThreshold } from './trip.ts'
import { everywhere, unlimitedMb } from './placements.ts'
import { readJsonColumn } from '../kit/stored-json.ts'

export type StoredTariff = {
  readonly record: TariffRecord
  /** In minor units of the base currency. Null if the plan is in no list. */
  readonly listedPrice: number | null
  readonly isOffSale: boolean
  /** The plan version. */
  readonly changes: number
}

export type TariffChange = {
  readonly before: TariffRecord | null
  readonly after: TariffRecord
  /** The plan version that was compared, or null for a new plan. */
  readonly changes: number | null
  /** Columns that differ. */
  readonly fields: readonly (keyof TariffRecord)[]
  /** The columns to write to lists. `prices` does not update indexes without a price. */
  readonly placements: 'same' | 'prices' | 'all'
}

/**
 * Compares a plan with the database. Returns null when the database already has these values. A
 * plan that staff took off sale stays off sale.
 */
export function compareTariff(
  stored: StoredTariff | undefined,
  described: TariffRecord,
  base: Currency,
): TariffChange | null {
  const after = stored?.isOffSale ? { ...described, is_listed: 0 as const } : described
  const before = stored?.record ?? null
  const fields = tariffFields.filter((field) => before?.[field] !== after[field])
  const placements = placementChange(stored, after, base)
  if (fields.length === 0 && placements === 'same') return null
  return { before, after, changes: stored?.changes ?? null, fields, placements }
}

function placementChange(
  stored: StoredTariff | undefined,
  after: TariffRecord,
  base: Currency,
): TariffChange['placements'] {
  const next = placementRow(after, base)
  if (!stored || stored.record.is_listed === 0 || next === null || stored.listedPrice === null)
    return (stored?.listedPrice ?? null) === null && next === null ? 'same' : 'all'
  const record = { ...stored.record, prices: after.prices }
  const known = placementRow(record, base)
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
export function changeKind({ before, after, fields }: TariffChange): ChangeKind {
  if (after.is_listed === 0) return before?.is_listed === 1 ? 'gone' : 'changed'
  if (before === null || before.is_listed === 0) return 'new'
  return fields.includes('prices') ? 'price' : 'changed'
}

/** A million rows with index entries take too long for one request. */
export const plansPerTransaction = 2000

/**
 * Returns statements that write changes of plans. The operators must exist.
 * @param sources statements for `tariff_sources`, which run after the plans and before the lists
 */
export function tariffChangesSql(
  changes: readonly TariffChange[],
  base: Currency,
  sources: readonly string[] = [],
): string[] {
  const rows = changes
    .filter(({ fields }) => fields.length > 0)
    .map(({ after }) => tariffFields.map((field) => after[field]))
  const replaced = changes.filter(({ placements }) => placements === 'all')
  return [
    ...insertRows('tariffs', tariffFields, rows, replaceOn(['id'], tariffFields)),
    ...sources,
    ...pricesSql(changes, base),
    ...jsonStatements(
      replaced.filter(({ before }) => before !== null).map(({ after }) => after.id),
      (ids) => `DELETE FROM placements WHERE tariff_id IN (SELECT value FROM json_each(${ids}));`,
    ),
    ...placementsSql(replaced, base),
  ]
}

function pricesSql(changes: readonly TariffChange[], base: Currency): string[] {
  const prices = changes.flatMap(({ after, placements }) => {
    const row = placements === 'prices' ? placementRow(after, base) : null
    return row === null ? [] : [[after.id, row.price, row.unitPrice]]
  })
  return jsonStatements(
    prices,
    (list) => `UPDATE placements SET price = new.value ->> 1, unit_price = new.value ->> 2
    FROM json_each(${list}) AS new WHERE placements.tariff_id = new.value ->> 0;`,
  )
}

function placementsSql(changes: readonly TariffChange[], base: Currency): string[] {
  const plans = changes.flatMap(({ after }) => {
    const row = placementRow(after, base)
    if (row === null) return []
    const { places, trafficMb, trafficSize, dayRange, price, unitPrice } = row
    const { countries, fullSpeedMb } = row
    return [
      [
        after.id,
        places,
        trafficMb,
        trafficSize,
        dayRange,
        price,
        unitPrice,
        countries,
        fullSpeedMb,
      ],
    ]
  })
  return jsonStatements(
    plans,
    (list) => `INSERT INTO placements (place, tariff_id, operator_ident, kind, traffic_mb,
      validity_days, traffic_size, day_range, price, unit_price, countries, full_speed_mb, in_stock)
    SELECT place.value, t.id, t.operator_ident, t.kind, plan.value ->> 2, t.validity_days,
      plan.value ->> 3, plan.value ->> 4, plan.value ->> 5, plan.value ->> 6, plan.value ->> 7,
      plan.value ->> 8, ${canSell('t.id')}
    FROM json_each(${list}) AS plan CROSS JOIN json_each(plan.value -> 1) AS place
    CROSS JOIN tariffs t ON t.id = plan.value ->> 0;`,
  )
}

/** The places where a plan is listed, with the columns of filters and sort orders. */
type PlacementRow = {
  readonly places: readonly string[]
  readonly operator: string
  readonly kind: TariffRecord['kind']
  readonly trafficMb: number
  readonly validityDays: number
  readonly trafficSize: string
  readonly dayRange: string
  /** In minor units of the base currency. */
  readonly price: number
  /** Price per GB, or per day of an unlimited plan, in minor units of the base currency. */
  readonly unitPrice: number
  /** The countries of a plan for several countries, each with a comma. Null for other plans. */
  readonly countries: string | null
  /** MB a day at full speed of an unlimited plan. Null for other plans. */
  readonly fullSpeedMb: number | null
}

const codes = z.array(z.string())

/**
 * Returns null for a plan that is not listed. Throws an error for a listed plan without a base
 * price.
 */
function placementRow(record: TariffRecord, base: Currency): PlacementRow | null {
  if (record.is_listed === 0) return null
  const countries = readJsonColumn('tariffs.country_codes', codes, record.country_codes)
  const { region_ident: region, world_region: worldRegion } = record
  const { traffic_mb: trafficMb, validity_days: validityDays } = record
  const prices = readJsonColumn('tariffs.prices', storedPrices, record.prices)
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
    operator: record.operator_ident,
    kind: record.kind,
    trafficMb: trafficMb ?? unlimitedMb,
    validityDays,
    trafficSize: trafficSizeOf(trafficMb),
    dayRange: dayRangeOf(validityDays),
    price,
    unitPrice,
    countries: record.kind === 'multi' ? countries.map((code) => `${code},`).join('') : null,
    fullSpeedMb: trafficMb === null ? (record.fair_use_threshold_mb ?? usualThreshold) : null,
  }
}
