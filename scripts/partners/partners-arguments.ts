import { partnerCurrency } from '../../src/domain/partner-money.ts'
import { minorOf } from '../../src/domain/money.ts'
import { maxReason } from '../../src/domain/staff-reason.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
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
  npm run partners -- adjust PARTNER "REASON" --amount=-12.50   corrects the balance, in ${partnerCurrency}
  npm run partners -- approve WITHDRAWAL               before you pay
  npm run partners -- paid WITHDRAWAL                  after you paid
  npm run partners -- reject WITHDRAWAL "REASON"       returns the amount to the balance; the partner
                                                       reads the reason, up to ${maxReason} characters
PARTNER is a phone number or a referral code.
Add --as NAME to sign the audit, and --remote for production.`

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
  if (command === null) throw new Error(usage)
  return { command, name: values.as, target: targetOf(values) }
}

function commandOf(
  [action, subject, reason, ...others]: readonly string[],
  amount: string | undefined,
): PartnersCommand | null {
  if (others.length > 0) return null
  if (subject === undefined) return action === 'withdrawals' ? { action } : null
  if (reason !== undefined) return commandWithReason(action, { subject, reason }, amount)
  if (action === 'show') return { action, partner: subject }
  return action === 'approve' || action === 'paid' ? { action, withdrawal: subject } : null
}

function commandWithReason(
  action: string | undefined,
  { subject, reason }: { readonly subject: string; readonly reason: string },
  amount: string | undefined,
): PartnersCommand | null {
  if (action === 'reject') return isReason(reason) ? { action, withdrawal: subject, reason } : null
  if (action !== 'adjust' || !/^-?\d{1,7}(\.\d{1,2})?$/.test(amount ?? '')) return null
  const amountMinor = minorOf(amount ?? '', partnerCurrency)
  return { action, partner: subject, amountMinor, reason }
}

function isReason(text: string): boolean {
  return text.trim() !== '' && text.length <= maxReason
}
