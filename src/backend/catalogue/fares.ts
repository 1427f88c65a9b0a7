import type { z } from 'zod'
import type { Tariff, tariffFares } from '../../contract/tariffs.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { placeOf } from './placements.ts'
import { tariffColumns, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'

/** Maximum pairs of size and validity to read per place. */
const maxFares = 200

const inStock = 'FROM placements INDEXED BY placements_fares WHERE place = ?1 AND in_stock = 1'
/** Size and validity as one number, because a scalar subquery has only one column. */
const packed = 'traffic_mb * 100000 + validity_days'
const [size, days] = ['pair / 100000', 'pair % 100000']
const first = 'ORDER BY traffic_mb, validity_days LIMIT 1'
const cheapest = `${inStock} AND traffic_mb = ${size} AND validity_days = ${days}
  ORDER BY price, tariff_id LIMIT 1`

/**
 * Selects the cheapest plan in stock of each size and validity in a place. Skips from one pair to
 * the next in the index, so the cost grows with the number of pairs, not of plans.
 */
export const faresOfPlace = `WITH RECURSIVE step (pair, number) AS (
    SELECT (SELECT ${packed} ${inStock} ${first}), 1
    UNION ALL
    SELECT coalesce(
      (SELECT ${packed} ${inStock} AND traffic_mb = ${size} AND validity_days > ${days} ${first}),
      (SELECT ${packed} ${inStock} AND traffic_mb > ${size} ${first})), number + 1
    FROM step WHERE pair IS NOT NULL AND number < ${maxFares}
  ), fare AS (
    SELECT ${size} AS traffic_mb, ${days} AS validity_days,
      (SELECT price ${cheapest}) AS price, (SELECT tariff_id ${cheapest}) AS tariff_id
    FROM step WHERE pair IS NOT NULL
  )`

export async function listFares(
  { catalogue: db, words }: BackendContext,
  query: z.output<typeof tariffFares.input>,
): Promise<OperationResult<{ data: Tariff[] }>> {
  const { results } = await db
    .prepare(
      `${faresOfPlace} SELECT ${tariffColumns(query.lang)}, 1 AS in_stock
      FROM fare JOIN tariffs t ON t.id = fare.tariff_id ${tariffJoins}
      ORDER BY fare.traffic_mb, fare.validity_days`,
    )
    .bind(placeOf(query))
    .all<TariffRow>()
  return ok({ data: results.map((row) => toTariff(row, words)) })
}
