import type { FactDifference } from '../alerts/alert-detail.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

export type LedgerFact = Pick<PaymentFact, 'kind' | 'id' | 'amount'>

/**
 * Returns facts in the ledger that the provider lacks or has with another amount. Declines are
 * ignored: they move no money, and providers drop them when the customer tries again.
 */
export function ledgerDifferences(
  ledger: readonly LedgerFact[],
  provider: readonly LedgerFact[],
): FactDifference[] {
  return ledger.flatMap(({ kind, id, amount }) => {
    if (kind === 'declined') return []
    const known = provider.find((fact) => fact.kind === kind && fact.id === id)?.amount
    const isEqual = known?.minor === amount.minor && known.currency === amount.currency
    return isEqual ? [] : [{ kind, id, ledger: amount, provider: known ?? null }]
  })
}
