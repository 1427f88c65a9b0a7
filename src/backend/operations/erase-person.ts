import { err, ok } from '../../domain/result.ts'
import { erasureOf, hasData, isUnfinished, screenshotsOf } from './erasure-sql.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { Person } from './person.ts'
import type { StaffMember } from './staff.ts'

type ErasureContext = ActionContext & {
  /** Deletes a screenshot. Succeeds when the file does not exist. */
  readonly deleteFile: (name: string) => Promise<void>
}

/**
 * Erases a person. Deletes the account, its sessions and notes, empties messages, and removes the
 * address from orders and eSIMs. Keeps the records that the books need: items sold, amounts, times
 * and payment references. Expires unpaid orders. Refuses while an order can still be delivered or
 * refunded, or a partner has a balance. Refuses a person without data in the shop, so that staff
 * notice a mistyped address.
 */
export async function erasePerson(
  context: ErasureContext,
  staff: StaffMember,
  { person, idempotencyKey }: Pick<ActionInput, 'idempotencyKey'> & { readonly person: Person },
): Promise<ActionResult> {
  const { db, deleteFile } = context
  // Audit rows are never erased, so this row must not identify the person.
  const subject = { kind: 'person', id: idempotencyKey } as const
  // The version is always 0, because an erasure does not depend on what the person saw.
  const request = { action: 'erase', subject, idempotencyKey, version: 0, input: person } as const
  return performAction(context, staff, request, async () => {
    const known = db.prepare(`SELECT ${hasData(person)} AS known`).bind(person.address)
    if ((await known.first<number>('known')) !== 1)
      return err({ code: 'refused', reason: 'no-data' })
    const unfinished = isUnfinished(person)
    const check = db.prepare(`SELECT ${unfinished.sql} AS waits`).bind(...unfinished.params)
    if ((await check.first<number>('waits')) === 1)
      return err({ code: 'refused', reason: 'orders-unfinished' })
    const files = await screenshotsOf(db, person)
    // Delete files before messages, because only the messages contain the file names.
    for (const file of files) await deleteFile(file)
    return ok({
      details: { kind: person.kind, screenshots: files.length },
      effects: ({ at }) => erasureOf(db, person, at),
      condition: { ...unfinished, sql: `NOT ${unfinished.sql}` },
    })
  })
}
