import { everywhere } from '../catalogue/placements.ts'
import type { BackendContext } from '../context.ts'

/** Whether visitors can buy at least one plan. */
export async function isSelling({ db }: Pick<BackendContext, 'db'>): Promise<boolean> {
  const found = await db
    .prepare('SELECT 1 AS found FROM placements WHERE place = ? AND in_stock = 1 LIMIT 1')
    .bind(everywhere)
    .first('found')
  return found !== null
}
