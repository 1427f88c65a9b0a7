import type { LineForStaff, OrderForStaff } from '../../src/backend/operations/order-for-staff.ts'
import type { TimelineEntry } from '../../src/backend/operations/timeline-entry.ts'
import type { OrderPage } from '../../src/backend/operations/search-orders.ts'
import type { CreditNote } from '../../src/contract/invoices.ts'
import { alignRows } from '../command/align-rows.ts'
import { moneyOf } from '../command/money-of.ts'
import { factsOf } from '../staff/describe-details.ts'

export function describeFound({ orders, next }: OrderPage): string[] {
  if (orders.length === 0) return ['No order matches.']
  const rows = alignRows(
    orders.map(({ invoiceID, status, email, amount, createdAt }) => [
      invoiceID,
      status,
      moneyOf(amount),
      email,
      timeOf(createdAt),
    ]),
  )
  return next === null ? rows : [...rows, `Older orders match too. Add --after ${next}`]
}

export function describeOrder(order: OrderForStaff, timeline: readonly TimelineEntry[]): string[] {
  const { invoiceID, status, email, lang, amount, unrefunded, lines, version } = order
  const { receiptNumber, creditNotes, promocode, referralCode, referrerID, frozenAt } = order
  return [
    `Order ${invoiceID}, version ${version}`,
    `${status}, ${moneyOf(amount)}, of which the shop has ${moneyOf(unrefunded)}`,
    ...(frozenAt === null ? [] : [`frozen since ${timeOf(frozenAt)}`]),
    `${email} (${lang})`,
    ...(receiptNumber === null ? [] : [`receipt ${receiptNumber}`]),
    ...creditNotes.map(describeCreditNote),
    ...(promocode === null ? [] : [`promo code ${promocode}`]),
    ...(referralCode === null
      ? []
      : [
          `referral code ${referralCode}, ${referrerID === null ? 'of no partner' : `partner ${referrerID}`}`,
        ]),
    '',
    ...lines.map(describeLine),
    '',
    ...alignRows(timeline.map(describeEntry)),
  ]
}

function describeCreditNote({ number, cancels, amount, issuedAt }: CreditNote): string {
  const name = cancels === null ? `credit note ${number}` : `${number} cancels ${cancels}`
  return [name, moneyOf(amount), timeOf(issuedAt)].join('  ')
}

export function describeLine(line: LineForStaff): string {
  const { position, title, tariffID, amount, isReturned, iccid, firstUsedAt, recipient } = line
  return [
    `${position}. ${title} (${tariffID})`,
    moneyOf(amount),
    isReturned ? 'returned' : iccid === null ? 'no eSIM yet' : 'delivered',
    ...(iccid === null ? [] : [iccid]),
    ...(firstUsedAt === null ? [] : [`first used ${timeOf(firstUsedAt)}`]),
    ...(recipient === null ? [] : [`for ${recipient}`]),
  ].join('  ')
}

function describeEntry({ at, kind, name, details, amount }: TimelineEntry): readonly string[] {
  const facts = [
    ...(name === '' ? [] : [name]),
    ...(amount === null ? [] : [moneyOf(amount)]),
    ...factsOf(details),
  ]
  return [timeOf(at), kind, facts.join('  ')]
}

/** Returns a UTC time such as `2026-11-21 10:00`. */
function timeOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}
