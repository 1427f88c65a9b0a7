import { decimalOf } from '../../domain/money.ts'
import type { Money } from '../../domain/money.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

export type LedgerFact = Pick<PaymentFact, 'kind' | 'id' | 'amount'>

/**
 * Returns facts in the ledger that the provider lacks or has with another amount, such as `refunded
 * re_1: 5.00 USD / 4.00 USD`. The ledger's amount comes first. Declines are ignored: they move no
 * money, and providers drop them when the customer tries again.
 */
export function ledgerDifferences(
  ledger: readonly LedgerFact[],
  provider: readonly LedgerFact[],
): string[] {
  return ledger.flatMap((fact) => {
    if (fact.kind === 'declined') return []
    const known = provider.find(({ kind, id }) => kind === fact.kind && id === fact.id)
    const [here, there] = [amountText(fact.amount), known ? amountText(known.amount) : '–']
    return here === there ? [] : [`${fact.kind} ${fact.id}: ${here} / ${there}`]
  })
}

/** Formats an amount as `10.00 USD`. */
export function amountText(amount: Money): string {
  return `${decimalOf(amount)} ${amount.currency}`
}
