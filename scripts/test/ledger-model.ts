import type { InvoiceStatus } from '../../src/orders/orders-contract.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'

/**
 * `issued` and `waiting` are numbers of unreturned lines. `due` and `returned` are the prices of
 * the unreturned and the returned lines, in cents.
 */
export type LineTotals = {
  readonly issued: number
  readonly waiting: number
  readonly due: number
  readonly returned: number
}

/**
 * Computes the books of an order by the rules of docs/payments.md, from its facts and lines alone.
 */
export function expectedBooks(facts: readonly PaymentFact[], lines: LineTotals) {
  const counted = facts.filter(({ amount }) => amount.currency === 'USD')
  const factsOf = (kind: PaymentFact['kind']) => counted.filter((each) => each.kind === kind)
  const isClosedBy = (kind: PaymentFact['kind'], { id }: PaymentFact) =>
    facts.some((each) => each.kind === kind && each.id === id)
  const charged = sumOf(factsOf('charged'))
  const refunded = sumOf(factsOf('refunded'))
  const lost = sumOf(factsOf('dispute-lost').filter((each) => !isClosedBy('dispute-won', each)))
  const hasOpenDispute = factsOf('disputed').some(
    (each) => !isClosedBy('dispute-won', each) && !isClosedBy('dispute-lost', each),
  )
  const kept = lines.issued + lines.waiting
  const { due, returned } = lines
  const held = charged - refunded - lost
  const isReturned =
    refunded + lost > 0 &&
    (held <= 0 || (lost > 0 && held < due) || (kept === 0 && refunded >= returned))
  const isPaid = factsOf('charged').length > 0 && charged >= due + returned
  const isDone = lines.waiting === 0 && refunded >= returned

  function statusOf(): InvoiceStatus {
    if (isReturned) return 'refunded'
    if (hasOpenDispute) return 'disputed'
    if (isPaid) return isDone ? 'success' : 'paid'
    return factsOf('declined').length > 0 ? 'failed' : 'processing'
  }

  const status = statusOf()
  const isEarned =
    ['success', 'disputed'].includes(status) && lines.issued > 0 && lines.waiting === 0
  return {
    charged_minor: charged,
    refunded_minor: refunded,
    lost_minor: lost,
    held_minor: held,
    status,
    is_deliverable: Number(charged > 0 && held >= due && !hasOpenDispute),
    overcharged_minor:
      charged > 0 ? Math.max(0, charged - lost - due - Math.max(refunded, returned)) : 0,
    /** Ten percent of the price of the unreturned lines. */
    reward: isEarned ? due / 10 : 0,
  }
}

function sumOf(facts: readonly PaymentFact[]): number {
  return facts.reduce((total, { amount }) => total + amount.minor, 0)
}
