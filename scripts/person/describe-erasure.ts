import type { ActionResult } from '../../src/api/perform-action.ts'
import type { Person } from '../../src/office/person.ts'

const reasons = new Map<string, string>([
  ['no-data', 'the shop has no data about this person. Check the address'],
  [
    'orders-unfinished',
    'an order can still be paid, delivered or refunded, or a partner has a balance',
  ],
])

/** Returns the remaining tasks. Throws an error with the reason of a refusal. */
export function describeErasure({ address }: Person, result: ActionResult): string[] {
  if (!result.ok) {
    const { error } = result
    const reason = error.code === 'refused' ? error.reason : error.code
    throw new Error(`Nothing was erased: ${reasons.get(reason) ?? reason}.`)
  }
  return [
    `Erased ${address}.`,
    `Erase ${address} at your payment provider and in your mailbox too.`,
    'Within 30 days, delete all backups that were made until now.',
  ]
}
