import { z } from 'zod'
import type { SqlStore } from '../sql-store.ts'
import { jsonStatements } from '../sql-text.ts'
import type { SupplierPlan } from '../suppliers/supplier-plan.ts'
import { planName } from './described-plan.ts'

const found = z.object({ id: z.string() })

/**
 * Ids for new plans by the supplier's codes: a readable part, and a suffix from the code when
 * another plan has that id. Ids never name the supplier, because customers see them.
 * @param taken ids that were given to other plans of the same sync; new ones are added
 */
export async function newPlanIDs(
  { query }: Pick<SqlStore, 'query'>,
  plans: readonly SupplierPlan[],
  taken: Set<string>,
): Promise<Map<string, string>> {
  const known = new Set<string>()
  const names = plans.flatMap((plan) => [planName(plan), longName(plan)])
  for (const select of jsonStatements(
    names,
    (list) => `SELECT id FROM tariffs WHERE id IN (SELECT value FROM json_each(${list}))`,
  ))
    for (const { id } of await query(select, found)) known.add(id)
  const isFree = (id: string) => !known.has(id) && !taken.has(id)
  return new Map(
    plans.map((plan) => {
      const candidates = [planName(plan), longName(plan)]
      const id = candidates.find(isFree) ?? `${longName(plan)}-${taken.size}`
      taken.add(id)
      return [plan.code, id]
    }),
  )
}

function longName(plan: SupplierPlan): string {
  return `${planName(plan)}-${hashOf(plan.code)}`
}

/** FNV-1a, 32 bits: the same suffix in every run. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
