import type { ActionResult } from '../../src/backend/operations/perform-action.ts'
import type { Person } from '../../src/backend/operations/person.ts'
import { outcomeOf } from '../staff/action-outcome.ts'

/** Returns the result and the remaining tasks. Throws an error with the reason of a refusal. */
export function describeErasure({ address }: Person, result: ActionResult): string[] {
  return [
    ...outcomeOf(result),
    `Erase ${address} at your payment provider and in your mailbox too.`,
    'Within 30 days, delete all backups that were made until now.',
  ]
}
