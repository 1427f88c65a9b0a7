import { expect, it } from 'vitest'
import { bookRefunds, claimsAt } from './refund-book.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedFact, RecordedLine, RecordedRefund } from './refund-records.ts'

const invoiceID = 'order'
const payment = { provider: 'test', reference: 'payment' }
const positions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const attempts = [0, 10]
const timeOf = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()

function refundOf(position: number, minute: number): RecordedRefund {
  return {
    ...payment,
    id: `form-${minute + position}/1`,
    invoiceID,
    minor: 1000,
    actor: 'Olga',
    problem: 'declined',
    requestedAt: timeOf(minute + position),
    acceptedAt: null,
    refusedAt: timeOf(minute + position),
    cancelledAt: null,
    positions: [position],
    isDifference: false,
  }
}

function factOf(id: number, kind: RecordedFact['kind'], minor: number): RecordedFact {
  const receivedAt = timeOf(kind === 'charged' ? 0 : 2 + (id % 20))
  return { ...payment, invoiceID, kind, id: `${kind}-${id}`, minor, at: receivedAt, receivedAt }
}

// The scheduled job computes the book four times, and every page of the order once.
it(
  'computes the book of twenty refused refunds that were made in 200 parts',
  { timeout: 5000 },
  () => {
    const lines = positions.map((position): RecordedLine => ({
      invoiceID,
      position,
      minor: 1000,
      returnedAt: null,
      deliveredAt: null,
    }))
    const book = bookRefunds({
      order: { invoiceID, status: 'success', currency: 'USD', version: 1 },
      lines,
      refunds: attempts.flatMap((minute) =>
        positions.map((position) => refundOf(position, minute)),
      ),
      facts: [
        factOf(0, 'charged', 10_000),
        ...Array.from({ length: 200 }, (_, index) => factOf(index, 'refunded', 7)),
      ],
    })
    const missing = claimsAt(book, endOfBook).reduce((sum, claim) => sum + claim.missing, 0)
    expect(missing).toBe(10_000 - 200 * 7)
  },
)
