import type { Esim, TravellerStep } from '../../contract/esims.ts'
import type { BackendContext } from '../context.ts'
import { done, notFound } from '../operation-result.ts'

/** Stores the last step that the traveller has ticked. An earlier step unticks the later steps. */
export async function setProgress(
  context: BackendContext,
  { hash: esimHash, step }: { hash: string; step: TravellerStep },
) {
  const { meta } = await context.db
    .prepare('UPDATE esims SET traveller_step = ?2 WHERE esim_hash = ?1')
    .bind(esimHash, step)
    .run()
  return meta.changes === 0 ? notFound(context) : done()
}

/** Returns the traveller's step. Measured usage and the supplier's state override ticks. */
export function stepOf(row: {
  readonly traveller_step: TravellerStep
  readonly supplier_state: string | null
  readonly first_used_at: string | null
}): Esim['step'] {
  if (row.first_used_at !== null) return 'connected'
  const isInstalled = row.supplier_state === 'installed' && row.traveller_step === 'bought'
  return isInstalled ? 'installed' : row.traveller_step
}
