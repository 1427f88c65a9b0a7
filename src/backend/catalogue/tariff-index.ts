import type { z } from 'zod'
import type { tariffIndex } from '../../contract/catalogue.ts'
import { found } from '../call.ts'
import type { Call, Reply } from '../call.ts'
import { everywhere } from './places.ts'

type Entry = z.output<typeof tariffIndex.output>['data'][number]

/** Read off the primary key of `placements` from one identifier on, and no further than the last row answered. */
export async function listTariffIndex(
  { db }: Call,
  { from = '', every, limit }: z.output<typeof tariffIndex.input>,
): Promise<Reply<{ data: Entry[] }>> {
  const { results } = await db
    .prepare(
      `SELECT tariffID, operatorIdent FROM (
        SELECT tariff_id AS tariffID, operator_ident AS operatorIdent, row_number() OVER (ORDER BY tariff_id) AS number
        FROM placements WHERE place = ? AND tariff_id >= ?
      ) WHERE number % ? = 1 % ? LIMIT ?`,
    )
    .bind(everywhere, from, every, every, limit)
    .all<Entry>()
  return found({ data: results })
}
