import { invoiceSubject } from '../../src/backend/alerts/alerts.ts'
import type { AuditEntry } from '../../src/backend/operations/audit.ts'
import type { OpenWithdrawal } from '../../src/backend/operations/open-withdrawals.ts'
import type {
  PartnerForStaff,
  PartnerTransaction,
} from '../../src/backend/operations/partner-for-staff.ts'
import { moneyOf } from '../command/money-of.ts'
import { factsOf } from '../staff/describe-details.ts'

/** Returns a line such as `id 50.00 USD +7… approved details`. */
export function describeWithdrawal(withdrawal: OpenWithdrawal): string {
  const { id, amount, phone, payoutDetails, hasNewDetails, approvedAt } = withdrawal
  return [
    id,
    moneyOf(amount),
    phone,
    approvedAt === null ? 'waits for approval' : 'approved',
    ...(hasNewDetails ? ['never paid to these details'] : []),
    payoutDetails ?? '',
  ].join('  ')
}

/** Returns lines about a partner with the newest transactions and the changes by staff. */
export function describePartner(
  partner: PartnerForStaff,
  history: readonly AuditEntry[],
): string[] {
  const { phone, code, balance, available, transactions } = partner
  return [
    `Partner ${phone}, code ${code}`,
    `balance ${moneyOf(balance)}, available ${moneyOf(available)}`,
    '',
    ...transactions.map(describeTransaction),
    ...(history.length === 0 ? [] : ['', ...history.map(describeAction)]),
  ]
}

function describeAction({ at, action, staff, details }: AuditEntry): string {
  return [at.slice(0, 10), action, `staff: ${staff.name}`, ...factsOf(details)].join('  ')
}

function describeTransaction(transaction: PartnerTransaction): string {
  const { createdAt, type, amount, invoiceID, isOwnOrder } = transaction
  const { approvedAt, paidAt, rejectedAt, rejectionReason, payoutDetails } = transaction
  return [
    createdAt.slice(0, 10),
    type,
    moneyOf(amount),
    ...(invoiceID === null ? [] : [`order ${invoiceSubject.of(invoiceID)}`]),
    ...(isOwnOrder ? ['bought by the partner'] : []),
    ...(paidAt !== null ? ['paid'] : approvedAt === null ? [] : ['approved']),
    ...(rejectedAt === null ? [] : [`rejected${rejectionReason ? `: ${rejectionReason}` : ''}`]),
    ...(payoutDetails === null ? [] : [payoutDetails]),
  ].join('  ')
}
