import { z } from 'zod'
import type { SqlStore } from '../sql-store.ts'
import { jsonStatements } from '../sql-text.ts'
import type { SupplierPlan } from '../suppliers/supplier-plan.ts'
import { planName } from './convert-plan.ts'

const found = z.object({ id: z.string() })

/**
 * Returns ids of new plans by the supplier's codes. An id is readable, with a hash of the code as a
 * suffix if an earlier plan has the id. Ids do not name the supplier, because customers see them.
 * @param taken ids of other plans in the same sync. The function adds the new ids
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

/** FNV-1a with 32 bits. Deterministic, so that every run returns the same suffix. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
