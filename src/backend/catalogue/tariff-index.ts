import type { z } from 'zod'
import type { tariffIndex } from '../../contract/tariffs.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'

type Entry = z.output<typeof tariffIndex.output>['data'][number]

/** Steps through `plan_numbers`, so it reads only the rows it returns. */
export async function listTariffIndex(
  { catalogue: db }: BackendContext,
  { from = '', every, limit }: z.output<typeof tariffIndex.input>,
): Promise<OperationResult<{ data: Entry[] }>> {
  const { results } = await db
    .prepare(
      `WITH RECURSIVE step (number) AS (
        SELECT (SELECT number FROM plan_numbers WHERE tariff_id >= ?1 ORDER BY tariff_id LIMIT 1)
        UNION ALL SELECT number + ?2 FROM step LIMIT ?3
      )
      SELECT p.tariff_id AS tariffID, p.operator_ident AS operatorIdent
      FROM step CROSS JOIN plan_numbers p ON p.number = step.number ORDER BY step.number`,
    )
    .bind(from, every, limit)
    .all<Entry>()
  return ok({ data: results })
}
