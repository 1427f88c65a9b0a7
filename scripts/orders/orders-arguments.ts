import { z } from 'zod'
import { messagePurposes } from '../../src/backend/mail/outbox.ts'
import type { FailedFilter } from '../../src/backend/operations/failed-outbox.ts'
import { email } from '../../src/contract/common.ts'
import { oneLine } from '../../src/domain/field-limits.ts'
import { isReason, maxNote, maxReason } from '../../src/domain/staff-reason.ts'
import { maxTransfer } from '../../src/domain/transfer-reference.ts'
import { shopOptions, targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { invalidArguments, rejectUnused } from '../command/invalid-arguments.ts'
import { parseCommand } from '../command/parse-command.ts'

export type OrdersCommand =
  | { readonly action: 'find'; readonly query: string; readonly after: string }
  | { readonly action: 'show'; readonly order: string }
  | FailedCommand
  | OrderChange

/** Lists messages that could not be sent, or sends them again. */
export type FailedCommand = Pick<FailedFilter, 'purpose'> &
  ({ readonly action: 'failed' } | { readonly action: 'resend-failed' })

/** The change that a command makes. `order` is an id, or its first characters. */
export type OrderChange = { readonly order: string } & (
  | { readonly action: 'note' | 'freeze' | 'unfreeze'; readonly text: string }
  | { readonly action: 'resend'; readonly line: number | null }
  | { readonly action: 'receipt' }
  /** `line` is a gift. It is null for the address of the order. */
  | { readonly action: 'address'; readonly line: number | null; readonly email: string }
  | ({ readonly action: 'reissue' } & Replacement)
  | ({ readonly action: 'exchange'; readonly plan: string } & Replacement)
  | { readonly action: 'refund'; readonly scope: CommandScope; readonly reason: string }
  | {
      readonly action: 'refunded'
      readonly scope: CommandScope
      readonly reason: string
      /** Confirms that the provider's refund of the same amount is another one. */
      readonly isConfirmed: boolean
      /** The reference of the transfer, and its UTC date. */
      readonly transfer: string
      readonly returnedOn: string
    }
  | RefundDecision
)

/** Reverts or confirms a recorded refund, or cancels a refund that the provider refused. */
export type RefundDecision = {
  readonly action: (typeof refundDecisions)[number]
  readonly reason: string
  /** The time of the refund, or its first characters. Null for the only one of the order. */
  readonly refund: string | null
}

export type Replacement = {
  /** Null for the only line of the order. */
  readonly line: number | null
  readonly text: string
  /** Confirms that the eSIM is unused at the supplier. */
  readonly isConfirmed: boolean
}

export type CommandScope =
  | { readonly kind: 'order' }
  | { readonly kind: 'lines'; readonly positions: readonly number[] }
  /** Parsed later, because it is in the currency of the order. */
  | { readonly kind: 'amount'; readonly decimal: string }

const refundDecisions = ['revert-refund', 'confirm-refund', 'cancel-refund'] as const

const usage = `Usage:
  npm run orders -- find QUERY [--after ORDER]
                                            an email address, an ICCID, an order, or a reference
    --after shows the next page: the orders before this one
  npm run orders -- show ORDER              its plans and its timeline
  npm run orders -- note ORDER "TEXT"       adds a note for other members of staff
  npm run orders -- resend ORDER [--line 2] emails the eSIMs again
  npm run orders -- receipt ORDER           emails the receipt again
  npm run orders -- failed [--purpose esim] lists the messages that could not be sent
  npm run orders -- resend-failed [--purpose esim]
                                            sends them again
    --purpose chooses one kind of messages. \`failed\` lists their names
  npm run orders -- address ORDER EMAIL     corrects the address, and sends new links there
  npm run orders -- address ORDER EMAIL --line 2
                                            corrects the address of a gift
  npm run orders -- freeze ORDER "REASON"   stops deliveries and hides the codes
  npm run orders -- unfreeze ORDER "REASON" delivers, and shows the codes again
  npm run orders -- refund ORDER "REASON" --all | --line 2 … | --amount 2.50
                                            returns the money at the payment provider
  npm run orders -- refunded ORDER "REASON" --transfer NUMBER --on 2026-11-20 [--yes]
      --all | --line 2 … | --amount 2.50    records a refund that you made outside of the provider
    --yes confirms that the provider has returned the same amount too, in another refund
  npm run orders -- revert-refund ORDER "REASON" [--refund TIME]
                                            reverts a recorded refund: the money came back, or
                                            it was a mistake
  npm run orders -- confirm-refund ORDER "REASON" [--refund TIME]
                                            confirms that a recorded refund and the provider's are two
  npm run orders -- cancel-refund ORDER "REASON" [--refund TIME]
                                            cancels a refund that the provider refused: the
                                            customer keeps the plans
    --refund is required for an order with several such refunds. Without it, the command lists
    their times
  npm run orders -- reissue ORDER "REASON" [--line 2] [--yes]
                                            issues another eSIM of the same plan
  npm run orders -- exchange ORDER "REASON" --plan ID [--line 2] [--yes]
                                            replaces the eSIM with one of another plan
    --line is required for an order of several plans
    --yes confirms that you have checked at the supplier that the eSIM is unused
ORDER is the id of an order, or its first ten characters.
${shopOptions}`

const flags = {
  ...targetFlags,
  as: { type: 'string' },
  line: { type: 'string', multiple: true },
  amount: { type: 'string' },
  plan: { type: 'string' },
  transfer: { type: 'string' },
  on: { type: 'string' },
  refund: { type: 'string' },
  purpose: { type: 'string' },
  after: { type: 'string' },
  all: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const
type Flags = {
  readonly line?: readonly string[] | undefined
  readonly amount?: string | undefined
  readonly plan?: string | undefined
  readonly transfer?: string | undefined
  readonly on?: string | undefined
  readonly refund?: string | undefined
  readonly purpose?: string | undefined
  readonly after?: string | undefined
  readonly all: boolean
  readonly yes: boolean
}

/** Parses the command line. Throws an error with the usage when it is invalid. */
export function ordersArguments(args: readonly string[]): {
  readonly command: OrdersCommand
  readonly name: string | undefined
  readonly target: Target
} {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: flags,
  })
  const command = commandOf(positionals, values)
  if (command === null) throw invalidArguments(usage, positionals[0])
  rejectUnused(command.action, values, usedOptions[command.action] ?? [])
  return { command, name: values.as, target: targetOf(values) }
}

/** The options that change what an action does. */
const usedOptions: { readonly [action in OrdersCommand['action']]?: readonly (keyof Flags)[] } = {
  find: ['after'],
  resend: ['line'],
  failed: ['purpose'],
  'resend-failed': ['purpose'],
  address: ['line'],
  refund: ['all', 'line', 'amount'],
  refunded: ['all', 'line', 'amount', 'transfer', 'on', 'yes'],
  reissue: ['line', 'yes'],
  exchange: ['line', 'plan', 'yes'],
  'revert-refund': ['refund'],
  'confirm-refund': ['refund'],
  'cancel-refund': ['refund'],
}

function commandOf(words: readonly string[], options: Flags): OrdersCommand | null {
  const [action, order, text, ...others] = words
  if (action === 'failed' || action === 'resend-failed')
    return order === undefined ? { action, purpose: purposeOf(action, options) } : null
  if (order === undefined || others.length > 0) return null
  if (text !== undefined) return changeWithText(action, { order, text }, options)
  if (action === 'find') return { action, query: order, after: options.after ?? '' }
  if (action === 'show' || action === 'receipt') return { action, order }
  return action === 'resend' ? { action, order, line: singleLine(options) } : null
}

function purposeOf(action: string, { purpose }: Flags): FailedFilter['purpose'] {
  if (purpose === undefined) return null
  const known = messagePurposes.find((each) => each === purpose)
  if (known !== undefined) return known
  throw invalidArguments(usage, action, `There is no purpose ${purpose}.`)
}

function changeWithText(
  action: string | undefined,
  { order, text }: { readonly order: string; readonly text: string },
  options: Flags,
): OrderChange | null {
  if (action === 'note') return { action, order, text: noteOf(text) }
  if (action === 'freeze' || action === 'unfreeze')
    return { action, order, text: reasonOf(action, text) }
  if (action === 'address') {
    const parsed = email.safeParse(text)
    if (!parsed.success) throw invalidArguments(usage, action, `${text} is not an email address.`)
    return { action, order, line: singleLine(options), email: parsed.data }
  }
  if (action === 'reissue' || action === 'exchange')
    return replacement(action, { order, text }, options)
  const decision = refundDecisions.find((each) => each === action)
  if (decision)
    return {
      action: decision,
      order,
      reason: reasonOf(decision, text),
      refund: options.refund ?? null,
    }
  if (action !== 'refund' && action !== 'refunded') return null
  const reason = reasonOf(action, text)
  const scope = scopeOf(options)
  if (scope === null)
    throw new Error(
      'Say what to refund: --all, one or more --line such as --line 2, or --amount such as 2.50.',
    )
  const { transfer, on: returnedOn } = options
  if (action === 'refund') return { action, order, scope, reason }
  const made = madeRefund.safeParse({ transfer, returnedOn })
  if (made.success) return { action, order, scope, reason, isConfirmed: options.yes, ...made.data }
  throw invalidArguments(
    usage,
    action,
    `Give --transfer, your reference of up to ${maxTransfer} characters, and --on, a day such as 2026-11-20.`,
  )
}

const madeRefund = z.object({
  transfer: z.string().trim().min(1).max(maxTransfer).regex(oneLine),
  returnedOn: z.iso.date(),
})

function replacement(
  action: 'reissue' | 'exchange',
  { order, text }: { readonly order: string; readonly text: string },
  options: Flags,
): OrderChange | null {
  const reason = reasonOf(action, text)
  const replaced = { order, line: singleLine(options), text: reason, isConfirmed: options.yes }
  if (action === 'reissue') return { action, ...replaced }
  if (options.plan === undefined)
    throw invalidArguments(usage, action, 'Give --plan, the id of the new plan.')
  return { action, plan: options.plan, ...replaced }
}

/** The rules of the forms in the back office apply to commands too. */
function reasonOf(action: string, typed: string): string {
  const text = typed.trim()
  if (isReason(text)) return text
  throw invalidArguments(usage, action, `Give a reason: one line of 1 to ${maxReason} characters.`)
}

function noteOf(typed: string): string {
  const text = typed.trim()
  if (text !== '' && text.length <= maxNote) return text
  throw invalidArguments(usage, 'note', `Give a text of 1 to ${maxNote} characters.`)
}

function scopeOf(options: Flags): CommandScope | null {
  const { all, amount } = options
  const positions = linesOf(options)
  const isOne = Number(all) + Number(amount !== undefined) + Math.min(positions.length, 1) === 1
  if (!isOne) return null
  if (all) return { kind: 'order' }
  if (amount === undefined) return { kind: 'lines', positions }
  return /^\d{1,9}(\.\d{1,3})?$/.test(amount) ? { kind: 'amount', decimal: amount } : null
}

/** Returns null without `--line`. */
function singleLine(options: Flags): number | null {
  const [line = null, ...others] = linesOf(options)
  if (others.length > 0) throw new Error('Give --line only once with this action.')
  return line
}

function linesOf({ line = [] }: Flags): readonly number[] {
  const wrong = line.find((each) => !/^([1-9]|10)$/.test(each))
  if (wrong !== undefined) throw new Error(`--line must be a number from 1 to 10, got ${wrong}.`)
  return line.map(Number)
}
