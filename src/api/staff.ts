import { oneLine } from '../kit/limits.shared.ts'

/** A person who works in the back office, or runs a command. */
export type StaffMember = {
  /** The signed-in identity, for example an email address. */
  readonly subject: string
  readonly name: string
  readonly role: StaffRole
}

/**
 * Roles that may perform an action, besides owners, who may perform every action. Every role may
 * read orders.
 */
export const actionRoles = {
  note: ['support', 'money'],
  resend: ['support'],
  'send-receipt': ['support', 'money'],
  freeze: ['support'],
  unfreeze: ['support'],
  address: ['support'],
  refund: ['money'],
  'retry-refund': ['money'],
  'repay-refund': ['money'],
  'record-refund': ['money'],
  'revert-refund': ['money'],
  'assign-refund': ['money'],
  'cancel-refund': ['money'],
  reissue: ['support', 'money'],
  // An exchange refunds a difference in price.
  exchange: ['money'],
  adjust: ['money'],
  approve: ['money'],
  'mark-paid': ['money'],
  reject: ['money'],
  'approve-review': ['support'],
  'refuse-review': ['support'],
  erase: [],
  'export-person': [],
  'export-list': ['money'],
  answer: ['support'],
  'mark-answered': ['support'],
  reopen: ['support'],
  retry: ['support'],
  'retry-all': ['support'],
  'publish-text': [],
  'hide-text': [],
  'reset-text': [],
  'move-question': [],
  'test-text': [],
  'set-prices': ['money'],
  'take-off-sale': [],
  'put-on-sale': [],
  'describe-plan': [],
  'add-source': [],
  'remove-source': [],
  import: [],
  'add-promo-code': ['money'],
  'change-promo-code': ['money'],
  'stop-promo-code': ['money'],
  'issue-vouchers': [],
  'withdraw-voucher': ['money'],
  'set-rule': ['money'],
  'remove-rule': ['money'],
  'set-rate': ['money'],
  'set-vat-rates': [],
  'clear-vat-rates': [],
  'sync-catalogue': [],
  'decide-supplier-order': [],
  'add-webhook': [],
  'rotate-webhook': [],
  'switch-webhook': [],
  'remove-webhook': [],
  'test-webhook': [],
  'resend-event': [],
  'add-api-key': [],
  'revoke-api-key': [],
} as const satisfies { readonly [action: string]: readonly Exclude<StaffRole, 'owner'>[] }
export type Action = keyof typeof actionRoles

export const messageActions = ['answer', 'mark-answered', 'reopen'] as const
export type MessageAction = (typeof messageActions)[number]

/** Actions on messages that the shop has stopped trying to send. */
type RetryAction = 'retry' | 'retry-all'

export const textActions = [
  'publish-text',
  'hide-text',
  'reset-text',
  'move-question',
  'test-text',
] as const
export type TextAction = (typeof textActions)[number]

export const partnerActions = ['adjust', 'approve', 'mark-paid', 'reject'] as const
export type PartnerAction = (typeof partnerActions)[number]

export const reviewActions = ['approve-review', 'refuse-review'] as const
export type ReviewAction = (typeof reviewActions)[number]

export const planActions = [
  'set-prices',
  'take-off-sale',
  'put-on-sale',
  'describe-plan',
  'add-source',
  'remove-source',
] as const
export type PlanAction = (typeof planActions)[number]

/** Files with data of customers. */
type ExportAction = 'export-person' | 'export-list'

/** Actions on imports, promo codes, vouchers, prices and syncs of catalogues. */
export const goodsActions = [
  'import',
  'add-promo-code',
  'change-promo-code',
  'stop-promo-code',
  'issue-vouchers',
  'withdraw-voucher',
  'set-rule',
  'remove-rule',
  'set-rate',
  'set-vat-rates',
  'clear-vat-rates',
  'sync-catalogue',
] as const
type GoodsAction = (typeof goodsActions)[number]

export const webhookActions = [
  'add-webhook',
  'rotate-webhook',
  'switch-webhook',
  'remove-webhook',
  'test-webhook',
  'resend-event',
] as const
type WebhookAction = (typeof webhookActions)[number]

export const keyActions = ['add-api-key', 'revoke-api-key'] as const
type KeyAction = (typeof keyActions)[number]

/** Actions on orders and their customers. */
export type OrderActionName = Exclude<
  Action,
  | ExportAction
  | PartnerAction
  | MessageAction
  | RetryAction
  | TextAction
  | PlanAction
  | GoodsAction
  | ReviewAction
  | WebhookAction
  | KeyAction
>

/**
 * Whether a role may see the accounts of the shop and the payout details of partners. Support needs
 * neither to answer customers.
 */
export function seesMoney({ role }: Pick<StaffMember, 'role'>): boolean {
  return role !== 'support'
}

export function mayDo({ role }: Pick<StaffMember, 'role'>, action: Action): boolean {
  const allowed: readonly StaffRole[] = actionRoles[action]
  return role === 'owner' || allowed.includes(role)
}

/**
 * The role of a person in the back office. An `owner` may do everything, and other roles a part of
 * it.
 */
export const staffRoles = ['support', 'money', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * Maximum length of the reason for a staff action, in characters. A partner's page shows ten
 * reasons, and must fit in 14,000 bytes.
 */
export const maxReason = 200

/** Maximum length of a note about an order, in characters. */
export const maxNote = 2000

/** Whether a text without spaces around it can be the reason for an action. */
export function isReason(text: string): boolean {
  return text !== '' && text.length <= maxReason && oneLine.test(text)
}
