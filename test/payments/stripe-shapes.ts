export type Metadata = { readonly [name: string]: string }
export type StripeSession = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  url: string | null
  success_url: string
  cancel_url: string
  expires_at: number
  amount_total: number
  currency: string
  payment_intent: string | null
  metadata: Metadata
}
export type StripeCharge = {
  id: string
  object: 'charge'
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed'
  amount: number
  amount_refunded: number
  currency: string
  created: number
  billing_details: { address: { country: string | null } }
  payment_method_details: { card: { country: string } }
  /** Null until the payment is captured. */
  balance_transaction: string | null
}
/** A movement of the account's balance, in the currency of the account. */
export type StripeTransaction = {
  id: string
  object: 'balance_transaction'
  amount: number
  fee: number
  net: number
  currency: string
  created: number
  available_on: number
  status: 'available' | 'pending'
  type: string
  reporting_category: string
  source: string | null
}
export type StripePayout = {
  id: string
  object: 'payout'
  amount: number
  arrival_date: number
  automatic: boolean
  balance_transaction: string
  created: number
  currency: string
  method: 'standard'
  reconciliation_status: 'completed' | 'in_progress' | 'not_applicable'
  status: 'paid' | 'pending' | 'in_transit' | 'canceled' | 'failed'
  type: 'bank_account'
}
export type StripeRefund = {
  id: string
  object: 'refund'
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed' | 'canceled'
  amount: number
  currency: string
  created: number
  metadata: Metadata
  failure_balance_transaction: string | null
}
export type StripeDispute = {
  id: string
  object: 'dispute'
  payment_intent: string
  status: string
  amount: number
  currency: string
  created: number
  balance_transactions: { id: string; created: number }[]
  evidence_details: { due_by: number }
}
export type StripeObject = StripeSession | StripeCharge | StripeRefund | StripeDispute
export type StripeEvent = {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly data: {
    readonly object: StripeObject | { object: 'payment_intent' | 'customer'; id: string }
  }
}
