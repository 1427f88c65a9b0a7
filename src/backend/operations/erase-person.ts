import { err, ok } from '../../domain/result.ts'
import { erasureOf, isUnfinished, screenshotsOf } from './erasure-sql.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { Person } from './person.ts'
import type { StaffMember } from './staff.ts'

type ErasureContext = ActionContext & {
  /** Deletes a screenshot. A file that is gone already is not a failure. */
  readonly deleteFile: (name: string) => Promise<void>
}

/**
 * Erases a person: deletes the account, its sessions and notes, empties messages, and removes the
 * address from orders and eSIMs. Keeps the records that the books need: items sold, amounts, times,
 * references of payments. Refused while an order can still be paid, delivered or refunded, or a
 * partner has a balance.
 */
export async function erasePerson(
  context: ErasureContext,
  staff: StaffMember,
  { person, idempotencyKey }: Pick<ActionInput, 'idempotencyKey'> & { readonly person: Person },
): Promise<ActionResult> {
  const { db, deleteFile } = context
  // The audit is never erased, so it records that somebody was erased, but not who.
  const subject = { kind: 'person', id: idempotencyKey } as const
  // An erasure has no version, because it erases everything stored.
  const request = { action: 'erase', subject, idempotencyKey, version: 0 } as const
  return performAction(context, staff, request, async () => {
    const unfinished = isUnfinished(person)
    const check = db.prepare(`SELECT ${unfinished.sql} AS waits`).bind(...unfinished.params)
    if ((await check.first<number>('waits')) === 1)
      return err({ code: 'refused', reason: 'orders-unfinished' })
    const files = await screenshotsOf(db, person)
    // Files first, because their names are in the messages.
    for (const file of files) await deleteFile(file)
    return ok({
      details: { kind: person.kind, screenshots: files.length },
      effects: () => erasureOf(db, person),
      condition: { ...unfinished, sql: `NOT ${unfinished.sql}` },
    })
  })
}
