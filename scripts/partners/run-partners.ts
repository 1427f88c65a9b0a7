import { adjustBalance } from '../../src/backend/operations/adjust-balance.ts'
import {
  approveWithdrawal,
  markWithdrawalPaid,
  rejectWithdrawal,
} from '../../src/backend/operations/decide-withdrawal.ts'
import {
  openWithdrawals,
  partnerOfWithdrawal,
} from '../../src/backend/operations/open-withdrawals.ts'
import { auditOf } from '../../src/backend/operations/audit.ts'
import { partnerForStaff } from '../../src/backend/operations/partner-for-staff.ts'
import type { PartnerForStaff } from '../../src/backend/operations/partner-for-staff.ts'
import type { ActionContext, ActionResult } from '../../src/backend/operations/perform-action.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import { describePartner, describeWithdrawals } from './describe-partner.ts'
import type { PartnersCommand } from './partners-arguments.ts'

/** Runs a command, and returns the output. Throws an error with the reason when it is refused. */
export async function runPartners(
  context: ActionContext,
  staff: StaffMember,
  command: PartnersCommand,
): Promise<string[]> {
  switch (command.action) {
    case 'withdrawals': {
      const open = await openWithdrawals(context)
      return open.length === 0 ? ['There are no open withdrawals.'] : describeWithdrawals(open)
    }
    case 'show': {
      const partner = await findPartner(context, command.partner)
      const subject = { kind: 'partner', id: partner.referrerID } as const
      return describePartner(partner, await auditOf(context, subject))
    }
    case 'adjust': {
      const partner = await findPartner(context, command.partner)
      const { amountMinor, reason } = command
      return outcomeOf(
        await adjustBalance(context, staff, { ...inputFor(partner), amountMinor, reason }),
      )
    }
    case 'approve':
    case 'paid':
    case 'reject':
      return outcomeOf(await decide(context, staff, command))
  }
}

async function decide(
  context: ActionContext,
  staff: StaffMember,
  command: Extract<PartnersCommand, { withdrawal: string }>,
): Promise<ActionResult> {
  const { withdrawal: withdrawalID } = command
  const referrerID = await partnerOfWithdrawal(context, withdrawalID)
  if (referrerID === null)
    throw new Error(
      `There is no open withdrawal ${withdrawalID}. List them: npm run partners -- withdrawals`,
    )
  const input = { ...inputFor(await findPartner(context, referrerID)), withdrawalID }
  if (command.action === 'reject')
    return rejectWithdrawal(context, staff, { ...input, reason: command.reason })
  return command.action === 'approve'
    ? approveWithdrawal(context, staff, input)
    : markWithdrawalPaid(context, staff, input)
}

async function findPartner(context: ActionContext, name: string): Promise<PartnerForStaff> {
  const partner = await partnerForStaff(context, name)
  if (!partner) throw new Error(`There is no partner ${name}. Give a phone number or a code.`)
  return partner
}

function inputFor({ referrerID, version }: PartnerForStaff) {
  return { referrerID, version, idempotencyKey: secretID() }
}
