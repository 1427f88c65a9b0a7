import type { ActionContext } from '../../src/backend/operations/perform-action.ts'
import {
  mostRetried,
  retriedPerMinute,
  retryMessages,
} from '../../src/backend/operations/retry-messages.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import {
  countFailed,
  failedMessages,
  failedPurposes,
  failedVersion,
} from '../../src/backend/reports/failed-messages.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { alignRows } from '../command/align-rows.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import type { FailedCommand } from './orders-arguments.ts'

/** Lists the messages of the last week that could not be sent, with their number by purpose. */
export async function describeFailed(
  context: ActionContext,
  { purpose }: Pick<FailedCommand, 'purpose'>,
): Promise<string[]> {
  const filter = { purpose, search: '' }
  const [{ messages, next }, { all, sendable }, purposes] = await Promise.all([
    failedMessages(context, filter, ''),
    countFailed(context, filter),
    failedPurposes(context),
  ])
  if (all === 0) return ['There are no such messages.']
  return [
    purposes.map(({ purpose: name, count }) => `${name}: ${count}`).join(', '),
    ...alignRows(
      messages.map((message) => [
        message.givenUpAt,
        message.purpose,
        message.recipient,
        message.failure ?? '',
        message.obstacle ?? '',
      ]),
    ),
    ...(next === null ? [] : [`… and ${all - messages.length} older messages`]),
    `${sendable} of ${all} can be sent again: npm run orders -- resend-failed`,
  ]
}

/** Sends failed messages again, and says how many stay. */
export async function resendFailed(
  context: ActionContext,
  staff: StaffMember,
  { purpose }: Pick<FailedCommand, 'purpose'>,
): Promise<string[]> {
  const filter = { purpose, search: '' }
  const { sendable } = await countFailed(context, filter)
  const result = await retryMessages(context, staff, {
    ...filter,
    until: context.now.toISOString(),
    version: await failedVersion(context),
    idempotencyKey: secretID(),
  })
  const rest = Math.max(0, sendable - mostRetried)
  return [
    ...outcomeOf(result),
    `The shop sends ${retriedPerMinute} messages a minute, the oldest first.`,
    ...(rest > 0 ? [`${rest} more can be sent again. Repeat the command.`] : []),
  ]
}
