import type { Currency } from '../../domain/money.ts'
import { insertRows, jsonStatements, replaceOn } from '../sql-text.ts'
import { canSell } from '../catalogue/can-sell.ts'
import { placementRow } from './placement-rows.ts'
import type { TariffChange } from './tariff-changes.ts'
import { tariffFields } from './tariff-record.ts'

/** A million rows with index entries take too long for one request. */
export const plansPerTransaction = 2000

/**
 * Returns statements that write changes of plans. The operators must exist. Run `numberPlans` after
 * the last statement.
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
