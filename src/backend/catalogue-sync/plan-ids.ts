import { z } from 'zod'
import type { SqlStore } from '../sql-store.ts'
import { jsonStatements } from '../sql-text.ts'
import type { SupplierPlan } from '../suppliers/supplier-plan.ts'
import { planName } from './convert-plan.ts'

const found = z.object({ id: z.string() })

/**
 * Returns ids of new plans by the supplier's codes. An id is readable, and ends with a hash of the
 * supplier and its code. It does not depend on other plans, nor on the order of the catalogue, so a
 * new database gets the same ids. Customers see ids, so the name of the supplier is not in them.
 * @param taken ids of other plans in the same sync. The function adds the new ids
 */
export async function newPlanIDs(
  { query }: Pick<SqlStore, 'query'>,
  supplier: string,
  plans: readonly SupplierPlan[],
  taken: Set<string>,
): Promise<Map<string, string>> {
  const known = new Set<string>()
  const names = plans.flatMap((plan) => candidates(supplier, plan))
  for (const select of jsonStatements(
    names,
    (list) => `SELECT id FROM tariffs WHERE id IN (SELECT value FROM json_each(${list}))`,
  ))
    for (const { id } of await query(select, found)) known.add(id)
  const isFree = (id: string) => !known.has(id) && !taken.has(id)
  return new Map(
    plans.flatMap((plan) => {
      const id = candidates(supplier, plan).find(isFree)
      if (id === undefined) return []
      taken.add(id)
      return [[plan.code, id]]
    }),
  )
}

/** Returns the id of a plan: `tr-merhaba-1gb-7d-1x8c9f2`. */
export function planID(supplier: string, plan: SupplierPlan): string {
  return `${planName(plan)}-${hashOf(`${supplier} ${plan.code}`)}`
}

/** The second id is for a plan whose name and hash equal those of another plan. */
function candidates(supplier: string, plan: SupplierPlan): readonly [string, string] {
  const id = planID(supplier, plan)
  return [id, `${id}-${hashOf(`${plan.code} ${supplier}`)}`]
}

/** FNV-1a with 32 bits. Deterministic, so that every run returns the same suffix. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
