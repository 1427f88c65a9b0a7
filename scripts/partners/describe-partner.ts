import { invoiceSubject } from '../../src/backend/alerts/alerts.ts'
import type { AuditEntry } from '../../src/backend/operations/audit.ts'
import type { OpenWithdrawal } from '../../src/backend/operations/open-withdrawals.ts'
import type {
  PartnerForStaff,
  PartnerTransaction,
} from '../../src/backend/operations/partner-for-staff.ts'
import { alignRows } from '../command/align-rows.ts'
import { moneyOf } from '../command/money-of.ts'
import { factsOf } from '../staff/describe-details.ts'

const waiting = 'waits for approval'

/** Returns lines such as `id 50.00 USD +7… approved details`. */
export function describeWithdrawals(withdrawals: readonly OpenWithdrawal[]): string[] {
  return alignRows(withdrawals.map(rowOf))
}

function rowOf(withdrawal: OpenWithdrawal): readonly string[] {
  const { id, amount, phone, payoutDetails, hasNewDetails, approvedAt } = withdrawal
  return [
    id,
    moneyOf(amount),
    phone,
    approvedAt === null ? waiting : 'approved',
    hasNewDetails ? 'never paid to these details' : '',
    payoutDetails ?? '',
  ]
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
    ...alignRows(transactions.map(describeTransaction)),
    ...(history.length === 0 ? [] : ['', ...alignRows(history.map(describeAction))]),
  ]
}

function describeAction({ at, action, staff, details }: AuditEntry): readonly string[] {
  return [at.slice(0, 10), action, `staff: ${staff.name}`, factsOf(details).join('  ')]
}

function describeTransaction(transaction: PartnerTransaction): readonly string[] {
  const { createdAt, type, amount, invoiceID, isOwnOrder, payoutDetails } = transaction
  return [
    createdAt.slice(0, 10),
    type,
    moneyOf(amount),
    invoiceID === null ? '' : `order ${invoiceSubject.of(invoiceID)}`,
    isOwnOrder ? 'bought by the partner' : '',
    type === 'withdrawal' ? stateOf(transaction) : rejectionOf(transaction),
    payoutDetails ?? '',
  ]
}

function stateOf(withdrawal: PartnerTransaction): string {
  if (withdrawal.paidAt !== null) return 'paid'
  if (withdrawal.rejectedAt !== null) return rejectionOf(withdrawal)
  return withdrawal.approvedAt === null ? waiting : 'approved'
}

function rejectionOf({ rejectedAt, rejectionReason }: PartnerTransaction): string {
  if (rejectedAt === null) return ''
  return rejectionReason ? `rejected: ${rejectionReason}` : 'rejected'
}
