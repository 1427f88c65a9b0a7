import { refreshPlacements } from '../../src/plans/can-sell.ts'
import type { Database } from '../database/d1.ts'

/** Deletes the sample profiles that nobody has bought. Their plans may be sold out without them. */
export async function deleteSamples({ execute }: Pick<Database, 'execute'>): Promise<void> {
  await execute([
    'DELETE FROM stock WHERE is_sample = 1 AND invoice_id IS NULL;',
    refreshPlacements(),
  ])
}
