import { partnerCurrency } from '../../src/domain/partner-money.ts'
import { minorOf } from '../../src/domain/money.ts'
import { isReason, maxReason } from '../../src/domain/staff-reason.ts'
import { shopOptions, targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { invalidArguments, rejectUnused } from '../command/invalid-arguments.ts'
import { parseCommand } from '../command/parse-command.ts'

export type PartnersCommand =
  | { readonly action: 'withdrawals' }
  | { readonly action: 'show'; readonly partner: string }
  | {
      readonly action: 'adjust'
      readonly partner: string
      readonly amountMinor: number
      readonly reason: string
    }
  | { readonly action: 'approve' | 'paid'; readonly withdrawal: string }
  | { readonly action: 'reject'; readonly withdrawal: string; readonly reason: string }

const usage = `Usage:
  npm run partners -- withdrawals                      withdrawals that are neither paid nor rejected
  npm run partners -- show PARTNER                     balance, rewards and withdrawals
  npm run partners -- adjust PARTNER "REASON" --amount=-12.50
                                                       corrects the balance, in ${partnerCurrency}
  npm run partners -- approve WITHDRAWAL               before you pay
  npm run partners -- paid WITHDRAWAL                  after you paid
  npm run partners -- reject WITHDRAWAL "REASON"       returns the amount to the balance; the partner
                                                       reads the reason, up to ${maxReason} characters
PARTNER is a phone number or a referral code.
${shopOptions}`

/** Parses the command line. Throws an error with the usage when it is invalid. */
export function partnersArguments(args: readonly string[]): {
  readonly command: PartnersCommand
  readonly name: string | undefined
  readonly target: Target
} {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, as: { type: 'string' }, amount: { type: 'string' } },
  })
  const command = commandOf(positionals, values.amount)
  if (command === null) throw invalidArguments(usage, positionals[0])
  const { action } = command
  rejectUnused(action, { amount: values.amount }, action === 'adjust' ? ['amount'] : [])
  return { command, name: values.as, target: targetOf(values) }
}

function commandOf(
  [action, subject, reason, ...others]: readonly string[],
  amount: string | undefined,
): PartnersCommand | null {
  if (others.length > 0) return null
  if (subject === undefined) return action === 'withdrawals' ? { action } : null
  if (reason !== undefined)
    return commandWithReason(action, { subject, reason: reason.trim() }, amount)
  if (action === 'show') return { action, partner: subject }
  return action === 'approve' || action === 'paid' ? { action, withdrawal: subject } : null
}

function commandWithReason(
  action: string | undefined,
  { subject, reason }: { readonly subject: string; readonly reason: string },
  amount: string | undefined,
): PartnersCommand | null {
  if (action !== 'reject' && action !== 'adjust') return null
  if (!isReason(reason))
    throw invalidArguments(
      usage,
      action,
      `Give a reason: one line of 1 to ${maxReason} characters.`,
    )
  if (action === 'reject') return { action, withdrawal: subject, reason }
  if (!/^-?\d{1,7}(\.\d{1,2})?$/.test(amount ?? ''))
    throw invalidArguments(usage, action, 'Give an amount such as --amount=-12.50.')
  const amountMinor = minorOf(amount ?? '', partnerCurrency)
  return { action, partner: subject, amountMinor, reason }
}
