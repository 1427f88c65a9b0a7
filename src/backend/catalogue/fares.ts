import type { z } from 'zod'
import type { Tariff, tariffFares } from '../../contract/tariffs.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { placeOf } from './placements.ts'
import { tariffColumns, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'

/** Limit of the pairs of size and validity to read per place. */
const maxFares = 200

const inStock = 'FROM placements INDEXED BY placements_fares WHERE place = ?1 AND in_stock = 1'
const first = 'ORDER BY traffic_mb, validity_days, price, tariff_id LIMIT 1'

/**
 * The cheapest plan in stock of each size and validity in a place. It is the first of its pair in
 * the index, so each step seeks the first plan after the pair of the last one. The cost grows with
 * pairs and not with plans. Without `+` the columns would be compared by another affinity, and
 * SQLite would seek by the first one only.
 */
export const faresOfPlace = `WITH RECURSIVE fare (traffic_mb, validity_days, price, tariff_id, number) AS (
    SELECT * FROM (SELECT traffic_mb, validity_days, price, tariff_id, 1 ${inStock} ${first})
    UNION ALL
    SELECT p.traffic_mb, p.validity_days, p.price, p.tariff_id, number + 1
    FROM fare CROSS JOIN placements p ON p.place = ?1 AND p.tariff_id = (
      SELECT tariff_id ${inStock}
        AND (traffic_mb, validity_days) > (+fare.traffic_mb, +fare.validity_days) ${first})
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
