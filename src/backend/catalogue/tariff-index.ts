import type { z } from 'zod'
import type { tariffIndex } from '../../contract/tariffs.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'

const firstNumber = `(SELECT min(number) FROM plan_numbers WHERE ?1 = '')`
const numberFrom = `(
  SELECT number FROM plan_numbers WHERE tariff_id >= ?1 ORDER BY tariff_id LIMIT 1)`

type Entry = z.output<typeof tariffIndex.output>['data'][number]

/**
 * Reads only the rows that it returns. Numbers can have gaps, so a step goes to the next existing
 * number. A part ends at the number that it would reach without gaps, so that parts do not overlap.
 */
export async function listTariffIndex(
  { catalogue: db }: BackendContext,
  { from, every, limit }: z.output<typeof tariffIndex.input>,
): Promise<OperationResult<{ data: Entry[] }>> {
  const { results } = await db
    .prepare(
      `WITH RECURSIVE step (number, stop) AS (
        SELECT number, number + ?2 * ?3 FROM plan_numbers
        WHERE number = ${from === undefined ? firstNumber : numberFrom}
        UNION ALL
        SELECT next.number, step.stop FROM step CROSS JOIN plan_numbers next
        WHERE next.number = (
            SELECT min(number) FROM plan_numbers WHERE number >= step.number + ?2)
          AND next.number < step.stop
        LIMIT ?3
      )
      SELECT p.tariff_id AS tariffID, p.operator_ident AS operatorIdent
      FROM step CROSS JOIN plan_numbers p ON p.number = step.number ORDER BY step.number`,
    )
    .bind(from ?? '', every, limit)
    .all<Entry>()
  return ok({ data: results })
}
