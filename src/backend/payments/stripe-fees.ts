import type { Money } from '../../domain/money.ts'
import { fromStripeAmount } from './stripe-amounts.ts'
import type { StripeConnection } from './stripe-connection.ts'
import { chargeWithFee } from './stripe-objects.ts'

/**
 * Returns Stripe's fee for a charge in the currency of the account's balance, or null until Stripe
 * has captured the payment. A restricted key needs read access to Balance Transaction Sources.
 * https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-fee
 */
export async function readFee(stripe: StripeConnection, chargeID: string): Promise<Money | null> {
  const { balance_transaction: transaction } = await stripe.call(
    chargeWithFee,
    async ({ charges }) => charges.retrieve(chargeID, { expand: ['balance_transaction'] }),
  )
  return transaction && fromStripeAmount(transaction.fee, transaction.currency)
}
