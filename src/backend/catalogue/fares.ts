import type { z } from 'zod'
import type { Tariff, tariffFares } from '../../contract/tariffs.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { placeOf } from './placements.ts'
import { tariffColumns, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'

/** The most pairs of size and validity to read, so that the cost of a place is limited. */
const maxFares = 200

const inOrder = 'ORDER BY traffic_mb, validity_days, price, tariff_id LIMIT 1'
const inStock = 'FROM placements INDEXED BY placements_fares WHERE place = ?1 AND in_stock = 1'

/**
 * The cheapest plan in stock of each size and validity in a place. Skips from one pair to the next
 * in the index, so the cost grows with pairs and not with plans.
 */
export const faresOfPlace = `WITH RECURSIVE fare (tariff_id, traffic_mb, validity_days, number) AS (
    SELECT * FROM (SELECT tariff_id, traffic_mb, validity_days, 1 ${inStock} ${inOrder})
    UNION ALL
    SELECT next.tariff_id, next.traffic_mb, next.validity_days, number + 1
    FROM fare JOIN placements next ON next.place = ?1 AND next.tariff_id = coalesce(
      (SELECT tariff_id ${inStock} AND traffic_mb = fare.traffic_mb
        AND validity_days > fare.validity_days ${inOrder}),
      (SELECT tariff_id ${inStock} AND traffic_mb > fare.traffic_mb ${inOrder}))
    WHERE number < ${maxFares}
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
