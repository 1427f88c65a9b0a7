import type { ActionResult } from '../../src/backend/operations/perform-action.ts'
import type { Person } from '../../src/backend/operations/person.ts'

/** What was done. Throws an error that says why nothing was. */
export function describeErasure({ kind, address }: Person, result: ActionResult): string {
  if (result.ok)
    return [
      `${address} is erased. Erase it at the payment provider and in your mailbox too,`,
      'and delete backups that are older than today within 30 days.',
    ].join('\n')
  const { error } = result
  if (error.code === 'refused' && error.reason === 'orders-unfinished')
    throw new Error(
      kind === 'customer'
        ? `An order of ${address} is not finished: it can still be paid, delivered or refunded. List them with npm run orders -- find ${address}.`
        : `${address} has a balance or a withdrawal that is not paid.`,
    )
  throw new Error(`Nothing was erased: ${error.code}. Run the command again.`)
}
