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
  input: ErasureInput,
): Promise<ActionResult> {
  let result = await tryToErase(context, staff, input)
  // A screenshot can arrive, or an order be paid, between the checks and the transaction.
  for (let retry = 0; retry < 2 && isConflict(result); retry += 1)
    result = await tryToErase(context, staff, input)
  return result
}

type ErasureInput = Pick<ActionInput, 'idempotencyKey'> & { readonly person: Person }

function isConflict(result: ActionResult): boolean {
  return !result.ok && result.error.code === 'conflict'
}

async function tryToErase(
  context: ErasureContext,
  staff: StaffMember,
  { person, idempotencyKey }: ErasureInput,
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
    const { files, areAll } = await screenshotsOf(db, person)
    // Delete files before messages, because only the messages contain the file names.
    for (const file of files) await deleteFile(file)
    return ok({
      details: { kind: person.kind, screenshots: files.length },
      effects: ({ at }) => erasureOf(db, person, at),
      condition: {
        sql: `NOT ${unfinished.sql} AND ${areAll.sql}`,
        params: [...unfinished.params, ...areAll.params],
      },
    })
  })
}
