import type { ActionResult } from '../../src/backend/operations/perform-action.ts'
import type { Person } from '../../src/backend/operations/person.ts'
import { outcomeOf } from '../staff/action-outcome.ts'

/** What was done, and what is left to do. Throws an error that says why nothing was. */
export function describeErasure({ address }: Person, result: ActionResult): string[] {
  return [
    ...outcomeOf(result),
    `Erase ${address} at your payment provider and in your mailbox too.`,
    'Delete backups that were made until now within 30 days.',
  ]
}
