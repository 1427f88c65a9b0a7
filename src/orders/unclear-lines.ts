import { claimsAt } from './refund-book.ts'
import type { RefundBook } from './refund-book.ts'
import { endOfBook } from './refund-records.ts'

/** Returns the lines of refunds with a part whose outcome is unknown. */
export function pendingLines(book: RefundBook): number[] {
  return book.requests
    .filter(({ parts }) =>
      parts.some(({ acceptedAt, refusedAt }) => acceptedAt === null && refusedAt === null),
    )
    .flatMap(({ positions }) => positions)
}

/**
 * Returns the lines of refunds that the provider refused completely or in part, and that are not
 * settled: the operator has returned money for them in the dashboard, or the outcome of another
 * part is unknown. Staff must finish or cancel such a refund first, because the operator may be
 * making the rest of it.
 */
export function unclearLines(book: RefundBook): number[] {
  const begun = claimsAt(book, endOfBook).filter(({ refunds }) =>
    refunds.some(({ id }) => (book.madeByHand.get(id) ?? 0) > 0),
  )
  return [...pendingLines(book), ...begun.flatMap(({ positions }) => positions)]
}
