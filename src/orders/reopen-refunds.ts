import type { BackendContext } from '../context.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { reverseReward } from '../partners/rewards.ts'
import { isManualAmount } from './facts-by-hand.ts'
import { refundablePayments } from './held-money.ts'
import { paidBefore, priceOf } from './paid-lines.ts'
import { bookRefunds, claimsAt } from './refund-book.ts'
import { keyOf } from './refund-keys.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedFact, RecordedLine, RecordedRefund, RefundRecords } from './refund-records.ts'

/** A refused refund of lines, which was made with money that has come back since. */
export type ReopenedRefund = {
  readonly invoiceID: string
  /** The lines that are not paid any more. */
  readonly positions: readonly number[]
  /** The times at which its lines can have been returned. */
  readonly returnedAt: readonly string[]
  /** New refused parts for the missing amount. */
  readonly parts: readonly {
    readonly id: string
    readonly copyOf: string
    readonly minor: number
  }[]
}

/**
 * Returns the refused refunds of lines that a recorded amount had made, and that lack money when
 * staff revert the amount. Computes the book again without the amount, as if these refunds had
 * never been accepted.
 */
export function refundsToReopen(
  records: RefundRecords,
  reverted: RecordedRefund,
  now: Date,
): ReopenedRefund[] {
  if (!isManualAmount(reverted)) return []
  const made = records.refunds.filter((refund) => canHaveMade(reverted, refund))
  if (made.length === 0) return []
  const book = bookRefunds(withoutAmount(records, reverted, made, now))
  return claimsAt(book, endOfBook)
    .filter(({ key, missing }) => missing > 0 && made.some(({ id }) => keyOf(id) === key))
    .map(({ key, positions, refunds, missing }) => {
      const own = made.filter(({ id }) => keyOf(id) === key)
      const number = records.refunds.filter(({ id }) => keyOf(id) === key).length
      return {
        invoiceID: records.order.invoiceID,
        positions,
        returnedAt: own.flatMap(timesOfLines),
        parts: divideMissing(refunds, missing).map(({ id, minor }, index) => ({
          id: `${key}/${number + index + 1}`,
          copyOf: id,
          minor,
        })),
      }
    })
}

/** The amount that a payment has to return for returned lines, in minor units. */
export type UnpaidPart = { readonly provider: string; readonly reference: string; minor: number }

/**
 * Returns the amounts that returned lines lack when staff revert an amount, because other refunds
 * of these lines counted on it. The lines stay returned.
 */
export function unpaidByReversal(
  records: RefundRecords,
  reverted: RecordedRefund,
  now: Date,
): UnpaidPart[] {
  if (!isManualAmount(reverted)) return []
  const made = records.refunds.filter((refund) => canHaveMade(reverted, refund))
  const rest = withoutAmount(records, reverted, made, now)
  let unpaid = lackOf(rest, rest.lines) - lackOf(records, rest.lines)
  return refundablePayments(rest).flatMap(({ provider, reference, minor: held }) => {
    const minor = Math.max(0, Math.min(unpaid, held))
    unpaid -= minor
    return minor > 0 ? [{ provider, reference, minor }] : []
  })
}

/** Returns the minor units of the returned lines that the refunds of the order have not paid. */
function lackOf(records: RefundRecords, lines: readonly RecordedLine[]): number {
  const returned = lines
    .filter(({ returnedAt }) => returnedAt !== null)
    .map(({ position, minor }) => ({ position, amount: { minor } }))
  const { sums } = bookRefunds(records)
  return priceOf(returned) - paidBefore({ sums, used: new Map() }, returned)
}

function canHaveMade(amount: RecordedRefund, refund: RecordedRefund): boolean {
  const { provider, positions, refusedAt, acceptedAt } = refund
  return (
    provider !== manualProvider &&
    positions.length > 0 &&
    refusedAt !== null &&
    acceptedAt !== null &&
    acceptedAt >= amount.requestedAt
  )
}

/** Returns the times at which the operator's money for the refund can have returned its lines. */
function timesOfLines({ requestedAt, acceptedAt }: RecordedRefund): string[] {
  return acceptedAt === null ? [requestedAt] : [requestedAt, acceptedAt]
}

function withoutAmount(
  records: RefundRecords,
  reverted: RecordedRefund,
  made: readonly RecordedRefund[],
  now: Date,
): RefundRecords {
  const at = now.toISOString()
  const { invoiceID, id, provider, reference, minor } = reverted
  const reversal: RecordedFact = {
    kind: 'charged',
    invoiceID,
    id,
    provider,
    reference,
    minor,
    at,
    receivedAt: at,
  }
  return {
    ...records,
    facts: [...records.facts, reversal],
    refunds: records.refunds.map((refund) => {
      if (refund.id === id) return { ...refund, acceptedAt: null, refusedAt: at, cancelledAt: at }
      return made.includes(refund) ? { ...refund, acceptedAt: null } : refund
    }),
    lines: records.lines.map((line) => {
      const isMade = made.some(
        (refund) =>
          refund.positions.includes(line.position) &&
          timesOfLines(refund).some((time) => time === line.returnedAt),
      )
      return isMade ? { ...line, returnedAt: null } : line
    }),
  }
}

function divideMissing(refunds: readonly RecordedRefund[], missing: number) {
  let rest = missing
  return refunds.flatMap(({ id, minor }) => {
    const part = Math.min(rest, minor)
    rest -= part
    return part > 0 ? [{ id, minor: part }] : []
  })
}

/**
 * Statements that undo the return of the lines, and add the missing amount as refused parts of the
 * refund, so that its alert returns. The parts that were made stay in the history. Settle the order
 * after these statements.
 */
export function reopenRefund(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  { invoiceID, positions, returnedAt, parts }: ReopenedRefund,
): D1PreparedStatement[] {
  const lines = `position IN (SELECT value FROM json_each(?2))
    AND refund_requested_at IN (SELECT value FROM json_each(?3)) AND replaced_by IS NULL`
  return [
    ...parts.map(({ id, copyOf, minor }) =>
      db
        .prepare(
          `INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason,
            actor, requested_at, refused_at, problem, positions)
          SELECT ?1, invoice_id, provider, reference, ?2, currency, reason, actor, requested_at, ?3,
            'reverted', positions
          FROM refunds WHERE id = ?4`,
        )
        .bind(id, minor, now.toISOString(), copyOf),
    ),
    reverseReward(db, invoiceID, now, { sql: 'TRUE' }),
    db
      .prepare(
        `UPDATE invoice_lines SET refund_requested_at = NULL WHERE invoice_id = ?1 AND ${lines}`,
      )
      .bind(invoiceID, JSON.stringify(positions), JSON.stringify(returnedAt)),
  ]
}

type UnpaidRefund = Pick<RefundRecords['order'], 'invoiceID' | 'currency'> & {
  readonly parts: readonly UnpaidPart[]
  readonly idempotencyKey: string
  readonly actor: string
  readonly reason: string
}

/**
 * Statements that store the missing amount as a refused refund of an amount, which has an alert.
 */
export function insertUnpaid(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  { invoiceID, currency, parts, idempotencyKey: key, actor, reason }: UnpaidRefund,
): D1PreparedStatement[] {
  return parts.map(({ provider, reference, minor }, index) =>
    db
      .prepare(
        `INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason,
          actor, requested_at, refused_at, problem, positions)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, 'reverted', '[]')`,
      )
      .bind(
        `${key}/${index + 1}`,
        invoiceID,
        provider,
        reference,
        minor,
        currency,
        reason,
        actor,
        now.toISOString(),
      ),
  )
}
